import { Swatch } from '#pwa/ui/swatch.tsx'
import styles from './products.module.css'
import type { NamedCode } from './use-choices.ts'
import * as words from './product-words.ts'

export interface Ticked {
  sizes: ReadonlySet<string>
  colours: ReadonlySet<string>
}
export const NOTHING_TICKED: Ticked = { sizes: new Set(), colours: new Set() }

interface Props {
  sizes: readonly NamedCode[]
  colours: readonly NamedCode[]
  ticked: Ticked
  onTick: (ticked: Ticked) => void
  /** Existing pairs, as `pairOf` names them. */
  there?: ReadonlySet<string>
  errors?: readonly string[] | undefined
}

export const pairOf = (size: string, colour: string | null) => `${size} ${colour ?? ''}`

/** Sizes and colours to tick, and the grid of their variations: new and existing ones. */
export function ChoiceGrid({ sizes, colours, ticked, onTick, there = new Set(), errors = [] }: Props) {
  const rows = sizes.filter(({ code }) => ticked.sizes.has(code))
  const columns: { code: string | null; name: string }[] = colours.filter(({ code }) => ticked.colours.has(code))
  const hues = columns.length > 0 ? columns : [{ code: null, name: words.noColour }]
  const pairs = rows.flatMap(size => hues.map(colour => pairOf(size.code, colour.code)))
  const fresh = pairs.filter(pair => !there.has(pair)).length
  return (
    <div className={styles.choices}>
      <Ticks
        legend={words.sizes}
        name="sizes"
        all={sizes}
        ticked={ticked.sizes}
        onTick={set => onTick({ ...ticked, sizes: set })}
      />
      <Ticks
        legend={words.colours}
        name="colours"
        all={colours}
        ticked={ticked.colours}
        onTick={set => onTick({ ...ticked, colours: set })}
        isColour
      />
      {errors.length > 0 && <p className={styles.wrong}>{errors.join(' ')}</p>}
      {rows.length > 0 && (
        <div className={styles.scroll}>
          <p role="status" className={styles.hint}>
            {words.variationsNew(fresh)}
          </p>
          <table className={styles.pairs} aria-label={words.variations}>
            <thead>
              <tr>
                <th scope="col">{words.colour}</th>
                {rows.map(({ code, name }) => (
                  <th key={code} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hues.map(({ code, name }) => (
                <tr key={code ?? ''}>
                  <th scope="row">
                    <span className={styles.hue}>
                      {code && <Swatch code={code} />}
                      {name}
                    </span>
                  </th>
                  {rows.map(size => (
                    <td key={size.code}>{there.has(pairOf(size.code, code)) ? words.isThere : words.isNew}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

interface TicksProps {
  legend: string
  name: string
  all: readonly NamedCode[]
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
  isColour?: true
}

const Ticks = ({ legend, name, all, ticked, onTick, isColour }: TicksProps) => (
  <fieldset className={styles.ticks}>
    <legend>{legend}</legend>
    {all.map(({ code, name: called }) => (
      <label key={code} className={styles.tick}>
        <input
          type="checkbox"
          name={name}
          value={code}
          checked={ticked.has(code)}
          onChange={() => onTick(turned(ticked, code))}
        />
        {isColour && <Swatch code={code} />}
        {called}
      </label>
    ))}
  </fieldset>
)

function turned(set: ReadonlySet<string>, code: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(code)) next.add(code)
  return next
}
