import { formatCedis } from '#sync/protocol/money.ts'
import { PaperMark } from './paper-mark.tsx'
import { paymentLines } from './payment-lines.ts'
import { remainsPaid, type ReceiptContent } from './receipt-content.ts'
import styles from './receipt-paper.module.css'
import * as words from './receipt-words.ts'
import { useOwnHeight } from './use-own-height.ts'

export function ReceiptPaper({ content }: { content: ReceiptContent }) {
  const { shop, lines, note } = content
  return (
    <article ref={useOwnHeight()} className={styles.paper} aria-label={words.receiptOf(content.number)}>
      <PaperMark />
      <h2>{shop.name}</h2>
      {shop.contact.map(line => (
        <p key={line} className={styles.contact}>
          {line}
        </p>
      ))}
      {content.voided && (
        <p className={styles.copy}>
          {words.voided} <small>{content.voided}</small>
        </p>
      )}
      {content.copy > 0 && <p className={styles.copy}>{words.copy(content.copy)}</p>}
      <dl>
        <Pair label={words.receipt} value={content.number} strong />
        <Pair label={words.date} value={content.date} />
      </dl>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>
            <strong>{line.name}</strong>
            {line.detail && <small>{line.detail}</small>}
            <span className={styles.amounts}>
              <span>
                {line.quantity} × {formatCedis(line.price)}
              </span>
              <span>{formatCedis(line.total)}</span>
            </span>
          </li>
        ))}
      </ul>
      <dl>
        <Pair label={words.subtotal} value={formatCedis(content.subtotal)} />
        {content.delivery !== null && <Pair label={words.delivery} value={content.delivery} />}
        {content.discount !== 0 && <Pair label={words.discount} value={formatCedis(content.discount)} />}
        <div className={styles.total}>
          <dt>{words.total}</dt>
          <dd>{formatCedis(content.total)}</dd>
        </div>
        {content.taxes.map(({ name, per_cent, amount }) => (
          <Pair key={name} label={words.includedTax(name, per_cent)} value={formatCedis(amount)} />
        ))}
        {paymentLines(content).map((line, index) => (
          <Pair key={index} {...line} />
        ))}
        {content.since.map(({ words: label, amount }) => (
          <Pair key={label} label={label} value={formatCedis(Math.abs(amount))} />
        ))}
        {content.since.length > 0 && (
          <Pair label={words.remainsPaid} value={formatCedis(remainsPaid(content))} strong />
        )}
      </dl>
      <dl>
        <Pair label={words.payer} value={content.payer} />
        {content.payer_phone !== null && <Pair label={words.phone} value={content.payer_phone} />}
        {content.cashier !== null && <Pair label={words.cashier} value={content.cashier} />}
      </dl>
      <p className={styles.note}>{note}</p>
    </article>
  )
}

const Pair = ({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) => (
  <div className={strong ? styles.strong : undefined}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
