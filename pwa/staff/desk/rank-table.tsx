import { useId, useState } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import styles from './desk.module.css'
import * as words from './desk-words.ts'

/** A figure with a link to its rows, unless it is calculated from other figures. */
export interface RankCell {
  words: string
  to?: string | undefined
}
export interface Rank {
  key: string
  name: string
  to: string
  cells: RankCell[]
  /** How long its bar is: 0 to 1. */ share: number
}

interface Props {
  title: string
  heads: string[]
  ranks: Rank[]
  empty: string
  /** How many are shown until all are asked for. */ most?: number
}

/** Names with their figures, each with a bar behind it and a link to its rows. */
export function RankTable({ title, heads, ranks, empty, most = Infinity }: Props) {
  const [isWhole, showAll] = useState(false)
  const id = useId()
  return (
    <section className={styles.card}>
      <h3>{title}</h3>
      {ranks.length === 0 && <p className={styles.soft}>{empty}</p>}
      {ranks.length > 0 && (
        <table id={id} className={styles.ranks}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranks.slice(0, isWhole ? Infinity : most).map(({ key, name, to, cells, share }) => (
              <tr key={key}>
                <th scope="row">
                  <Link to={to}>{name}</Link>
                  <span
                    className={styles.bar}
                    style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }}
                    aria-hidden
                  />
                </th>
                {cells.map(({ words, to: rows }, i) => (
                  <td key={heads[i + 1]} data-head={heads[i + 1]}>
                    {rows ? <Link to={rows}>{words}</Link> : words}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {ranks.length > most && (
        <Button type="button" kind="quiet" aria-expanded={isWhole} aria-controls={id} onClick={() => showAll(!isWhole)}>
          {isWhole ? words.showTheFirst(most) : words.showAll(ranks.length)}
        </Button>
      )}
    </section>
  )
}
