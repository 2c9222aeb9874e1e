import type { ReactNode } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { REFUND_ACTIONS, REFUND_REASONS, type Refund, type RefundItem } from '#sync/protocol/shop/refund.ts'
import { GoodsLine } from '../orders/goods-line.tsx'
import { ItemChoice } from './item-choice.tsx'
import { PhotoButton } from './photo-button.tsx'
import styles from './refund-card.module.css'
import { RefundStatusChip } from './refund-status.tsx'
import * as words from './refund-words.ts'

interface Props {
  refund: Refund
  title: ReactNode
  /** Adds a photo to the request. @throws {ApiError} */
  sendPhoto: (photo: FormData) => Promise<unknown>
}

/** The state of a return, and its goods. Photos can be added until staff decide. */
export function RefundCard({ refund, title, sendPhoto }: Props) {
  const states = [words.goodsState(refund), words.moneyState(refund)].filter(Boolean)
  return (
    <div className={styles.refund}>
      <header className={styles.head}>
        {title}
        <RefundStatusChip status={refund.status_code} />
      </header>
      {states.map(state => (
        <p key={state}>{state}</p>
      ))}
      {refund.decision_note && <p>“{refund.decision_note}”</p>}
      <dl className={styles.facts}>
        <div>
          <dt>{words.what}</dt>
          <dd>{REFUND_ACTIONS[refund.action]}</dd>
        </div>
        <div>
          <dt>{words.askedFor}</dt>
          <dd>{formatDate(refund.created_at)}</dd>
        </div>
        <div>
          <dt>{words.reason}</dt>
          <dd>{REFUND_REASONS[refund.reason]}</dd>
        </div>
        {refund.note && (
          <div>
            <dt>{words.note}</dt>
            <dd>{refund.note}</dd>
          </div>
        )}
        {refund.amount !== 0 && (
          <div>
            <dt>{refund.amount < 0 ? words.difference : words.amount}</dt>
            <dd>{formatCedis(Math.abs(refund.amount))}</dd>
          </div>
        )}
      </dl>
      <ul className={`bare ${styles.items}`} aria-label={words.itemsSentBack}>
        {refund.items.map(item => (
          <li key={item.id}>
            <GoodsLine goods={item} quantity={item.quantity} isExchanged={item.given_by !== null} />
            {item.exchange_variation && <Wanted is={item.exchange_variation} instead={item} />}
          </li>
        ))}
      </ul>
      <Photos refund={refund} sendPhoto={sendPhoto} />
    </div>
  )
}

interface Exchange {
  is: RefundItem['product_variation']
  instead: RefundItem
}

/** What the customer wants instead: another size or colour, or other goods. */
const Wanted = ({ is, instead }: Exchange) => (
  <span>
    {words.inExchangeFor} {is.product.id !== instead.product_variation.product.id && `${is.product.name}, `}
    <ItemChoice item={{ product_variation: is }} />
  </span>
)

const Photos = ({ refund: { photos, status_code }, sendPhoto }: Pick<Props, 'refund' | 'sendPhoto'>) => (
  <>
    {photos.length > 0 && (
      <ul className={`bare ${styles.photos}`} aria-label={words.photos}>
        {photos.map(({ id, storage_link }, index) => (
          <li key={id}>
            <a href={storage_link} target="_blank" rel="noreferrer">
              <img src={storage_link} alt={words.whatIsWrong(index + 1)} width={96} height={96} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    )}
    {status_code === 'REQUESTED' && <PhotoButton count={photos.length} send={sendPhoto} />}
  </>
)
