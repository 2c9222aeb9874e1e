import paper from '#pwa/receipt/receipt-paper.module.css'
import { useOwnHeight } from '#pwa/receipt/use-own-height.ts'
import type { Slip } from './shift-slip.ts'

/** A report as it prints, on the receipt's paper. */
export const SlipPaper = ({ slip: { shop, title, parts } }: { slip: Slip }) => (
  <article ref={useOwnHeight()} className={paper.paper} aria-label={title}>
    <h2>{shop}</h2>
    <p className={paper.contact}>{title}</p>
    {parts.map((lines, part) => (
      <dl key={part}>
        {lines.map(({ label, value, strong }) => (
          <div key={label} className={strong ? paper.strong : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    ))}
  </article>
)
