import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useOrder } from '#pwa/orders/order-door.ts'
import { RefundCard } from '#pwa/returns/refund-card.tsx'
import { RefundForm } from '#pwa/returns/refund-form.tsx'
import * as refundWords from '#pwa/returns/refund-words.ts'
import { choiceFrom, goodsLeft, inTime } from '#pwa/returns/returning.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import * as words from './own-list-words.ts'
import styles from './refund-view.module.css'

/** The state of a return. It can be changed until staff have looked at it. */
export function RefundView() {
  const id = idIn(useParams().id)
  const { data, error, refetch } = useApi('GET /api/account/refunds/:id', { params: { id } }, { page: true })
  const refund = data?.refund.id === id ? data.refund : undefined
  return refund ? (
    <Shown refund={refund} />
  ) : error ? (
    <LoadError what={words.thisRefund} message={error.message} again={() => void refetch()} />
  ) : (
    <Loader rows={6} height={44} />
  )
}

function Shown({ refund }: { refund: Refund }) {
  const [isChanging, change] = useState(false)
  const door = useMemo(() => ({ id: refund.order_id, token: null }), [refund.order_id])
  const order = useOrder(door).data
  const before = useApi('GET /api/account/refunds', { query: { order_id: refund.order_id, per_page: 100 } }).data
    ?.refunds.data
  const params = { id: refund.id }
  const goods = order && before ? inTime(goodsLeft(order, before, refund.id)) : []
  return (
    <div className={styles.refund}>
      {order && before && isChanging ? (
        <>
          <h1>{refundWords.refund(refund.id)}</h1>
          <RefundForm
            goods={goods}
            before={choiceFrom(refund)}
            send={async (body, key) => {
              await api('POST /api/account/refunds/:id', { params, body, key })
              say({ words: refundWords.sent })
              await refresh()
              change(false)
            }}
          />
        </>
      ) : (
        <RefundCard
          refund={refund}
          title={<h1>{refundWords.refund(refund.id)}</h1>}
          sendPhoto={body => api('POST /api/account/refunds/:id/photos', { params, body }).then(refresh)}
        />
      )}
      <div className={styles.ways}>
        {goods.length > 0 && refund.status_code === 'REQUESTED' && !isChanging && (
          <Button type="button" kind="secondary" onClick={() => change(true)}>
            {refundWords.change}
          </Button>
        )}
        <ButtonLink to={`/account-area/orders/${refund.order_id}/view`} kind="secondary">
          {words.order(refund.number)}
        </ButtonLink>
        <ButtonLink to="/account-area/refunds" kind="quiet">
          {words.allRefunds}
        </ButtonLink>
      </div>
    </div>
  )
}

const refresh = async () => {
  for (const queryKey of [['GET /api/account/refunds/:id'], ['GET /api/account/refunds']])
    await queries.invalidateQueries({ queryKey })
}
