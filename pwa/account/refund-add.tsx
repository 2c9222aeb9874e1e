import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useVisit } from '#pwa/lib/routed.tsx'
import { useApi } from '#pwa/lib/use-api.ts'
import { refreshOrder, useOrder } from '#pwa/orders/order-door.ts'
import { RefundForm } from '#pwa/returns/refund-form.tsx'
import * as refundWords from '#pwa/returns/refund-words.ts'
import { goodsLeft, inTime, isOver } from '#pwa/returns/returning.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import * as words from './own-list-words.ts'
import styles from './own-list.module.css'

const whyNothing = (order: Parameters<typeof isOver>[0]) =>
  order.status_code !== 'COMPLETED' ? refundWords.within : isOver(order) ? refundWords.over : refundWords.allReturned

/** Requests a refund or an exchange for an order. */
export function RefundAdd() {
  const id = idIn(useParams().orderId)
  const door = useMemo(() => ({ id, token: null }), [id])
  const { data: order, error, refetch } = useOrder(door, { page: true })
  const refunds = useApi('GET /api/account/refunds', { query: { order_id: id, per_page: 100 } })
  const visit = useVisit()
  if (!order || !refunds.data)
    return (error ?? refunds.error) ? (
      <LoadError
        what={words.yourOrder}
        message={(error ?? refunds.error)!.message}
        again={() => void Promise.all([refetch(), refunds.refetch()])}
      />
    ) : (
      <Loader rows={8} height={44} />
    )
  const goods = inTime(goodsLeft(order, refunds.data.refunds.data))
  return (
    <>
      <h1 className={styles.title}>{refundWords.askOf(order.number)}</h1>
      {goods.length > 0 ? (
        <RefundForm
          goods={goods}
          send={async (request, key) => {
            const { refund } = await api('POST /api/account/refunds', { body: { ...request, order_id: id }, key })
            say({ words: refundWords.sent })
            void queries.invalidateQueries({ queryKey: ['GET /api/account/refunds'] })
            void refreshOrder(door)
            await visit(`/account-area/refunds/${refund.id}/view`, { replace: true })
          }}
        />
      ) : (
        <Alert kind="info">
          <p>{whyNothing(order)}</p>
          <ButtonLink to={`/account-area/orders/${id}/view`} kind="secondary">
            {words.goBack}
          </ButtonLink>
        </Alert>
      )}
    </>
  )
}
