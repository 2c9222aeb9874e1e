import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useOrder, type Door } from '#pwa/orders/order-door.ts'
import { OwnOrderView } from '#pwa/orders/own-order.tsx'
import { RefundStatusChip } from '#pwa/returns/refund-status.tsx'
import * as refundWords from '#pwa/returns/refund-words.ts'
import { goodsLeft, inTime, isOver, mayHaveReturns } from '#pwa/returns/returning.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { REFUND_ACTIONS } from '#sync/protocol/shop/refund.ts'
import * as words from './own-list-words.ts'
import styles from './own-list.module.css'

const LOOK_AGAIN_MS = 15_000

export function OrderView() {
  const id = idIn(useParams().id)
  const door = useMemo(() => ({ id, token: null }), [id])
  const {
    data: order,
    error,
    refetch,
  } = useOrder(door, { page: true, again: ({ status_code }) => status_code === 'UNPAID' && LOOK_AGAIN_MS })
  useTitle(order && words.order(order.number))
  if (!order)
    return error ? (
      <LoadError what={words.yourOrder} message={error.message} again={() => void refetch()} />
    ) : (
      <Loading />
    )
  return <Shown key={order.id} order={order} door={door} />
}

const Loading = () => <Loader rows={8} height={44} />

/** With the returns from the start: lines, buttons and a list come from them, and would move the page. */
function Shown({ order, door }: { order: OwnOrder; door: Door }) {
  const { data, isLoading } = useReturns(order)
  const [isKnown, setKnown] = useState(!isLoading)
  if (!isKnown && !isLoading) setKnown(true)
  const refunds = data?.refunds.data
  if (!isKnown) return <Loading />
  return (
    <OwnOrderView order={order} door={door} refunds={refunds} actions={<Actions order={order} />}>
      <Returns order={order} />
    </OwnOrderView>
  )
}

function Actions({ order }: { order: OwnOrder }) {
  const { data } = useReturns(order)
  const canReturn = data !== undefined && inTime(goodsLeft(order, data.refunds.data)).length > 0
  return (
    <>
      {canReturn && (
        <ButtonLink to={`/account-area/refunds/${order.id}/add`} kind="secondary">
          {refundWords.ask}
        </ButtonLink>
      )}
      {!canReturn && isOver(order) && <p>{refundWords.over}</p>}
      <ButtonLink to="/account-area/orders" kind="quiet">
        {words.allOrders}
      </ButtonLink>
    </>
  )
}

/** The returns of an order so far. */
const useReturns = (order: OwnOrder) =>
  useApi(
    'GET /api/account/refunds',
    { query: { order_id: order.id, per_page: 100 } },
    { enabled: mayHaveReturns(order) },
  )

/** The returns of an order, if any. */
function Returns({ order }: { order: OwnOrder }) {
  const { data, error, refetch } = useReturns(order)
  if (error && !data)
    return <LoadError what={refundWords.ofOrder} message={error.message} again={() => void refetch()} />
  const refunds = data?.refunds.data ?? []
  if (refunds.length === 0) return null
  return (
    <ul className={`bare ${styles.rows}`} aria-label={words.refundsTitle}>
      {refunds.map(refund => (
        <li key={refund.id} className={styles.row}>
          <Link to={`/account-area/refunds/${refund.id}/view`}>
            {REFUND_ACTIONS[refund.action]} {refund.id}
          </Link>
          <RefundStatusChip status={refund.status_code} />
        </li>
      ))}
    </ul>
  )
}
