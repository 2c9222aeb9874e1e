import { useSearchParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useVisit } from '#pwa/lib/routed.tsx'
import { useApi } from '#pwa/lib/use-api.ts'
import { RefundForm } from '#pwa/returns/refund-form.tsx'
import { goodsLeft } from '#pwa/returns/returning.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { ORDER_STATUSES } from '#sync/protocol/shop/order.ts'
import type { Order } from '#sync/protocol/shop/order-view.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { Unread } from '../kit/unread.tsx'
import { GoodsChoice } from './goods-choice.tsx'
import { OrderSearch } from './order-search.tsx'
import * as words from './refund-words.ts'

/** Starts a return for a customer: first the order, then the goods. */
export function StaffRefundAdd() {
  const [search] = useSearchParams()
  const order = Number(search.get('order')) || null
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.newRefund}</h1>
        <ButtonLink to="/staff/refunds" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      {order === null ? <OrderSearch /> : <OfOrder key={order} id={order} />}
    </div>
  )
}

function OfOrder({ id }: { id: number }) {
  const order = useApi('GET /api/staff/orders/:id', { params: { id } }, { page: true })
  const before = useApi('GET /api/staff/refunds', { query: { order_id: id, per_page: 100 } })
  return (
    <>
      <Unread of={[order, before]} />
      {order.data && before.data ? (
        <Asked order={order.data.order} before={before.data.refunds.data} />
      ) : (
        !(order.error ?? before.error) && <Loader rows={6} height={44} />
      )}
    </>
  )
}

function Asked({ order, before }: { order: Order; before: Refund[] }) {
  const visit = useVisit()
  const { id, number, status_code, paid_at, total, due, ordered_at } = order
  const goods = goodsLeft(order, before)
  const isPaid = !(due > 0) && status_code !== 'UNPAID' && (status_code !== 'CANCELLED' || paid_at !== null)
  return (
    <>
      <p>
        {words.order}
        <a href={`/staff/orders/${id}/view`}>{number}</a>
        {words.orderFacts(ordered_at, total, ORDER_STATUSES[status_code].toLowerCase())}
      </p>
      {!isPaid && (
        <Alert kind="warn" title={words.nothingPaid}>
          {words.nothingToRefund}
        </Alert>
      )}
      {isPaid && goods.length === 0 && (
        <Alert kind="info" title={words.allReturned}>
          {words.seeThe}
          <a href={`/staff/refunds?order_id=${id}`}>{words.refundsOfOrder(number)}</a>.
        </Alert>
      )}
      {isPaid && goods.length > 0 && (
        <RefundForm
          goods={goods}
          Exchange={GoodsChoice}
          hint={words.returnsHint}
          send={async (body, key) => {
            const { refund, message } = await api('POST /api/staff/refunds', { body: { ...body, order_id: id }, key })
            say({ words: message })
            await queries.invalidateQueries()
            await visit(`/staff/refunds/${refund.id}/view`)
          }}
        />
      )}
    </>
  )
}
