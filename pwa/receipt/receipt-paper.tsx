import { formatCedis } from '#pwa/lib/format.ts'
import type { ReceiptContent } from './receipt-content.ts'
import styles from './receipt-paper.module.css'

/** The receipt on the screen, as it prints. */
export function ReceiptPaper({ content }: { content: ReceiptContent }) {
  const { shop, lines, note } = content
  return (
    <article className={styles.paper} aria-label={`Receipt ${content.number}`}>
      <h2>{shop.name}</h2>
      {shop.contact.map(line => <p key={line} className={styles.contact}>{line}</p>)}
      <dl>
        <Pair label="Receipt" value={content.number} strong />
        {content.order_id !== null && <Pair label="Order" value={`#${content.order_id}`} />}
        <Pair label="Date" value={content.date} />
      </dl>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>
            <strong>{line.name}</strong>
            {line.detail && <small>{line.detail}</small>}
            <span className={styles.amounts}><span>{line.quantity} × {formatCedis(line.price)}</span><span>{formatCedis(line.total)}</span></span>
          </li>
        ))}
      </ul>
      <dl>
        <Pair label="Sub-total" value={formatCedis(content.subtotal)} />
        {content.delivery !== null && <Pair label="Delivery" value={content.delivery} />}
        <Pair label="Discount" value={formatCedis(content.discount)} />
        <div className={styles.total}><dt>TOTAL</dt><dd>{formatCedis(content.total)}</dd></div>
        <Pair label="Paid by" value={content.tender} />
        {content.tendered !== null && <Pair label="Tendered" value={formatCedis(content.tendered)} />}
        {content.change !== null && <Pair label="Change" value={formatCedis(content.change)} strong />}
        {content.reference !== null && <Pair label="Reference" value={content.reference} />}
      </dl>
      <dl>
        <Pair label="Payer" value={content.payer} />
        {content.payer_phone !== null && <Pair label="Phone" value={content.payer_phone} />}
        {content.cashier !== null && <Pair label="Cashier" value={content.cashier} />}
      </dl>
      <p className={styles.note}>{note}</p>
    </article>
  )
}

const Pair = ({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) =>
  <div className={strong ? styles.strong : undefined}><dt>{label}</dt><dd>{value}</dd></div>
