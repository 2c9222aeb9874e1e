import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useHeadingFocus } from '#pwa/lib/use-heading-focus.ts'
import { RefundStatusChip } from '#pwa/returns/refund-status.tsx'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { DISPOSITIONS, type RefundLine, type StaffRefund } from '#sync/protocol/shop/refund.ts'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Table, type Column } from '../lists/list-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import { ShownCode } from '../gift-cards/shown-code.tsx'
import { CreditForm } from './credit-form.tsx'
import { DecideForm } from './decide-form.tsx'
import { OtherEnds } from './end-dialogs.tsx'
import { GoodsForm } from './goods-form.tsx'
import { areGoodsAwaited, isPayable, leftToDo } from './left-to-do.ts'
import { MoneyForm } from './money-form.tsx'
import { GoodsChip, isDecided, MoneyChip } from './refund-chips.tsx'
import { RefundFacts, RefundPhotos, RefundTimeline } from './refund-facts.tsx'
import styles from './refund-view.module.css'
import * as words from './refund-words.ts'

/** How often to check for news from the provider. */
const EVERY_MS = 3_000

/** A return for staff: the remaining work, each step separately, and its history. */
export function StaffRefundView() {
  const id = idIn(useParams().id)
  const read = useApi(
    'GET /api/staff/refunds/:id',
    { params: { id } },
    { page: true, again: ({ refund: { money_status } }) => money_status === 'PROCESSING' && EVERY_MS },
  )
  const refund = read.data?.refund.id === id ? read.data.refund : undefined
  useTitle(refund && words.refundNumbered(id))
  return (
    <div className={page.page}>
      <Unread of={read} title={words.refund} back="/staff/refunds" />
      {refund ? <Shown key={id} refund={refund} /> : !read.error && <Loader rows={10} height={36} />}
    </div>
  )
}

function Shown({ refund }: { refund: StaffRefund }) {
  const { id, status_code, money_status, goods_status, photos, events } = refund
  const [code, showCode] = useState<string | null>(null)
  const heading = useHeadingFocus(`${status_code} ${money_status} ${goods_status} ${events.length}`)
  return (
    <>
      <div className={page.head}>
        <div className={styles.title}>
          <h1 ref={heading} tabIndex={-1}>
            {words.refundNumbered(id)}
          </h1>
          <RefundStatusChip status={status_code} />
        </div>
        <ButtonLink to="/staff/refunds" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <section className={styles.card}>
            <h2>{words.toDo}</h2>
            <Left refund={refund} />
            {status_code === 'REQUESTED' && <DecideForm key={refund.reckoned} refund={refund} />}
            {code && <ShownCode code={code} />}
            {isPayable(refund) && <MoneyForm refund={refund} />}
            {isPayable(refund) && refund.amount > 0 && <CreditForm refund={refund} onCode={showCode} />}
            {areGoodsAwaited(refund) && (
              <GoodsForm key={refund.items.filter(({ disposition }) => disposition).length} refund={refund} />
            )}
            <OtherEnds refund={refund} />
          </section>
          <Lines refund={refund} />
          <RefundPhotos photos={photos} />
        </div>
        <div className={styles.column}>
          <RefundFacts refund={refund} />
          <RefundTimeline events={events} />
          <HistoryPanel subject="refund" id={id} />
        </div>
      </div>
    </>
  )
}

function Left({ refund }: { refund: StaffRefund }) {
  const left = leftToDo(refund)
  if (refund.money_status === 'NEEDS_ATTENTION')
    return (
      <Alert kind="warn" title={words.moneyNeedsAttention}>
        {left.map(words => (
          <p key={words}>{words}</p>
        ))}
      </Alert>
    )
  if (left.length === 0) return <p>{refund.status_code === 'REFUSED' ? words.wasRefused : words.allSettled}</p>
  return (
    <ul className={styles.left}>
      {left.map(words => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}

function Lines({ refund }: { refund: StaffRefund }) {
  const { lines, items, shipping_fee, amount, reckoned, status_code } = refund
  const columns: Column<RefundLine & { id: number }>[] = [
    {
      head: words.goods,
      cell: ({ name, exchange, exchange_price }) =>
        exchange ? words.forAtPrice(name, exchange, exchange_price) : name,
    },
    {
      head: words.goodsStatus,
      cell: ({ id }) => placeOf(refund, items.find(item => item.id === id)?.disposition ?? null),
    },
    { head: words.price, isNumber: true, cell: ({ price }) => formatCedis(price) },
    { head: words.quantity, isNumber: true, cell: ({ quantity }) => quantity },
    { head: words.amount, isNumber: true, cell: line => formatCedis(line.amount) },
  ]
  return (
    <section className={styles.card}>
      <div className={styles.title}>
        <h2>{words.lines}</h2>
        {isDecided(refund) && (
          <>
            <span className={styles.state}>
              {words.moneyBefore}
              <MoneyChip refund={refund} />
            </span>
            <span className={styles.state}>
              {words.goodsBefore}
              <GoodsChip refund={refund} />
            </span>
          </>
        )}
      </div>
      <Table rows={lines.map(line => ({ ...line, id: line.refund_item_id }))} columns={columns} />
      <dl className={styles.facts}>
        {shipping_fee > 0 && (
          <>
            <dt>{words.deliveryFee}</dt>
            <dd>{formatCedis(shipping_fee)}</dd>
          </>
        )}
        {status_code !== 'REQUESTED' && amount !== reckoned && (
          <>
            <dt>{words.atThePricesPaid}</dt>
            <dd>{formatCedis(reckoned)}</dd>
          </>
        )}
        <dt>{(status_code === 'REQUESTED' ? reckoned : amount) < 0 ? words.theCustomerPays : words.goesBack}</dt>
        <dd>
          <strong>{formatCedis(Math.abs(status_code === 'REQUESTED' ? reckoned : amount))}</strong>
        </dd>
      </dl>
    </section>
  )
}

function placeOf({ status_code }: StaffRefund, disposition: keyof typeof DISPOSITIONS | null): string {
  if (disposition) return DISPOSITIONS[disposition]
  return status_code === 'APPROVED' ? words.awaited : words.withTheCustomer
}
