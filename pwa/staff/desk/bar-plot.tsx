import { useId } from 'react'
import { Link } from '#pwa/ui/link.tsx'
import styles from './plot.module.css'
import * as words from './desk-words.ts'

export type Tone = 'denim' | 'gold'
/** `links`: the table links of its values, if they differ from the label's link. */
export interface Series {
  name: string
  tone: Tone
  values: readonly number[]
  links?: readonly string[]
}

interface Props {
  title: string
  /** The labels below the bars, and the row headings of the table. */
  labels: readonly string[]
  /** The heading of the labels: 'Hour', 'Size'. */
  labelHead: string
  series: readonly Series[]
  format: (value: number) => string
  /** Series that add up are stacked; otherwise they are side by side. */
  stacked?: boolean
  /** The link of each bar, and of its label in the table, to its rows. */
  links?: readonly string[]
}

const HEIGHT = 200
const TOP = 22
const BOTTOM = 24
/** The most labels that fit side by side on a phone. */
const MOST_LABELS = 8

/**
 * Bars from a zero baseline, one hue per series, the highest labelled with its value. To a screen reader it is one
 * picture with its highest value. The table below holds all values; everybody can unfold it, and its labels link like
 * the bars.
 */
export function BarPlot({ title, labels, labelHead, series, format, stacked = false, links }: Props) {
  const name = useId()
  const totals = labels.map((_, i) =>
    stacked
      ? series.reduce((sum, { values }) => sum + values[i]!, 0)
      : Math.max(...series.map(({ values }) => values[i]!)),
  )
  const most = Math.max(0, ...totals)
  const top = totals.indexOf(most)
  const said = most > 0 ? words.highest(labels[top], format(most)) : words.allAreZero
  return (
    <figure className={styles.figure} aria-labelledby={name}>
      <figcaption className={styles.caption}>
        <h3 id={name}>{title}</h3>
        {series.length > 1 && <Legend series={series} />}
      </figcaption>
      <div className={styles.frame}>
        <svg className={styles.plot} height={HEIGHT} width="100%" role="img" aria-label={words.plotLabel(title, said)}>
          <line className={styles.base} x1="0" x2="100%" y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
          {labels.map((label, i) => (
            <Bars key={label} at={i} of={labels.length} {...{ label, series, most, stacked, format }} />
          ))}
          {labels.map(
            (label, i) =>
              isShown(i, labels.length) && (
                <text
                  key={label}
                  className={styles.tick}
                  x={middle(i, labels.length)}
                  y={HEIGHT - 6}
                  textAnchor="middle"
                >
                  {label}
                </text>
              ),
          )}
          {most > 0 && (
            <text
              className={styles.value}
              x={middle(top, labels.length)}
              y={TOP - 8}
              textAnchor={anchorAt(top, labels.length)}
            >
              {format(most)}
            </text>
          )}
        </svg>
        {links && (
          <div className={styles.doors} aria-hidden>
            {labels.map((label, i) => (
              <Link key={label} to={links[i]!} tabIndex={-1} title={wordsOf(label, i, { series, format })} />
            ))}
          </div>
        )}
      </div>
      <details className={styles.values}>
        <summary>{words.valuesAsTable}</summary>
        <ValueTable {...{ title, labels, labelHead, series, format, links }} />
      </details>
    </figure>
  )
}

interface BarsProps extends Pick<Props, 'series' | 'format'> {
  at: number
  of: number
  label: string
  most: number
  stacked: boolean
}

function Bars({ at, of, label, series, most, stacked, format }: BarsProps) {
  const heights = series.map(({ values }) => (most > 0 ? (values[at]! / most) * (HEIGHT - TOP - BOTTOM) : 0))
  const slot = 100 / of
  const width = (slot * (of > 20 ? 0.72 : 0.64)) / (stacked ? 1 : series.length)
  const left = at * slot + (slot - width * (stacked ? 1 : series.length)) / 2
  return (
    <g>
      <title>{wordsOf(label, at, { series, format })}</title>
      {series.map(({ name, tone }, i) => {
        const below = stacked ? heights.slice(0, i).reduce((sum, height) => sum + height, 0) : 0
        return (
          <rect
            key={name}
            className={styles[tone]}
            x={`${left + (stacked ? 0 : i * width)}%`}
            width={`${width}%`}
            y={HEIGHT - BOTTOM - below - heights[i]!}
            height={heights[i]}
          />
        )
      })}
    </g>
  )
}

const wordsOf = (label: string, at: number, { series, format }: Pick<Props, 'series' | 'format'>) =>
  `${label}: ${series.map(({ name, values }) => `${name} ${format(values[at]!)}`).join(', ')}`

const Legend = ({ series }: { series: readonly Series[] }) => (
  <span className={styles.legend}>
    {series.map(({ name, tone }) => (
      <span key={name}>
        <span className={`${styles.key} ${styles[`${tone}Key`]}`} aria-hidden />
        {name}
      </span>
    ))}
  </span>
)

const ValueTable = ({ title, labels, labelHead, series, format, links }: Omit<Props, 'stacked'>) => (
  <div className={styles.scroll}>
    <table className={styles.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{labelHead}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, i) => (
          <tr key={label}>
            <th scope="row">{links ? <Link to={links[i]!}>{label}</Link> : label}</th>
            {series.map(({ name, values, links: own }) => (
              <td key={name}>{own ? <Link to={own[i]!}>{format(values[i]!)}</Link> : format(values[i]!)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const middle = (at: number, of: number) => `${((at + 0.5) * 100) / of}%`

/** The first and the last value would cross the edge. */
const anchorAt = (at: number, of: number) => (of > 4 && at < 2 ? 'start' : of > 4 && at > of - 3 ? 'end' : 'middle')

/** Shows every label if they fit, else every nth, including the last. */
const isShown = (at: number, of: number) => (of - 1 - at) % Math.ceil(of / MOST_LABELS) === 0
