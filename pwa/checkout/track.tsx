import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { refreshOrder, useOrder, type Door } from '#pwa/orders/order-door.ts'
import * as orderWords from '#pwa/orders/order-words.ts'
import { OwnOrderView } from '#pwa/orders/own-order.tsx'
import { RefundCard } from '#pwa/returns/refund-card.tsx'
import { RefundForm } from '#pwa/returns/refund-form.tsx'
import * as refundWords from '#pwa/returns/refund-words.ts'
import { goodsLeft, inTime, isOver, mayHaveReturns } from '#pwa/returns/returning.ts'
import { Button } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import styles from './track.module.css'

const LOOK_AGAIN_MS = 15_000

/** A guest's order by its link: anyone with the link may see it. */
export function Track() {
  const { token = '' } = useParams()
  const door = useMemo(() => ({ id: null, token }), [token])
  const {
    data: order,
    error,
    refetch,
  } = useOrder(door, { page: true, again: ({ status_code }) => status_code === 'UNPAID' && LOOK_AGAIN_MS })
  useTitle(order && orderWords.order(order.number))
  return (
    <div className={page.page}>
      {order ? (
        <Tracked key={token} order={order} door={door} token={token} />
      ) : error ? (
        <LoadError what={orderWords.yourOrder} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={8} height={44} />
      )}
    </div>
  )
}

function Tracked({ order, door, token }: { order: OwnOrder; door: Door; token: string }) {
  const [isAsking, ask] = useState(false)
  const params = { token }
  const refunds = useApi('GET /api/orders/track/:token/refunds', { params }, { enabled: mayHaveReturns(order) })
  const refresh = async () => {
    await Promise.all([refunds.refetch(), refreshOrder(door)])
  }
  const goods = refunds.data ? inTime(goodsLeft(order, refunds.data.refunds)) : []
  const offer = !isAsking && (
    <Button type="button" kind="secondary" onClick={() => ask(true)}>
      {refundWords.ask}
    </Button>
  )
  const actions = goods.length > 0 ? offer : isOver(order) && <p>{refundWords.over}</p>
  return (
    <OwnOrderView order={order} door={door} refunds={refunds.data?.refunds} actions={actions}>
      {refunds.error && !refunds.data && (
        <LoadError what={refundWords.ofOrder} message={refunds.error.message} again={() => void refunds.refetch()} />
      )}
      {refunds.data?.refunds.map(refund => (
        <section key={refund.id} className={styles.refund}>
          <RefundCard
            refund={refund}
            title={<h2>{refundWords.refund(refund.id)}</h2>}
            sendPhoto={body =>
              api('POST /api/orders/track/:token/refunds/:refundId/photos', {
                params: { token, refundId: refund.id },
                body,
              }).then(refresh)
            }
          />
        </section>
      ))}
      {isAsking && (
        <RefundForm
          goods={goods}
          send={async (body, key) => {
            await api('POST /api/orders/track/:token/refunds', { params, body, key })
            ask(false)
            say({ words: refundWords.sent })
            await refresh()
          }}
        />
      )}
    </OwnOrderView>
  )
}
