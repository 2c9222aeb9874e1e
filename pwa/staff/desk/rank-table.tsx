import { Link } from '#pwa/ui/link.tsx'
import styles from './desk.module.css'

/** A figure, with where its rows are unless it is reckoned from others. */
export interface RankCell { words: string; to?: string | undefined }
export interface Rank { key: string; name: string; to: string; cells: RankCell[]; /** How long its bar is: 0 to 1. */ share: number }

/** Names with their figures, each with a bar behind it and leading to its rows. */
export const RankTable = ({ title, heads, ranks, empty }: { title: string; heads: string[]; ranks: Rank[]; empty: string }) => (
  <section className={styles.card}>
    <h3>{title}</h3>
    {ranks.length === 0 && <p className={styles.soft}>{empty}</p>}
    {ranks.length > 0 && (
      <table className={styles.ranks}>
        <caption className="visually-hidden">{title}</caption>
        <thead><tr>{heads.map(head => <th key={head} scope="col">{head}</th>)}</tr></thead>
        <tbody>
          {ranks.map(({ key, name, to, cells, share }) => (
            <tr key={key}>
              <th scope="row"><Link to={to}>{name}</Link><span className={styles.bar} style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }} aria-hidden /></th>
              {cells.map(({ words, to: rows }, i) => <td key={heads[i + 1]} data-head={heads[i + 1]}>{rows ? <Link to={rows}>{words}</Link> : words}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
