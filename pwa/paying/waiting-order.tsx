import { useMounted } from '#pwa/lib/use-mounted.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { lastDoor } from '../orders/open-order.ts'
import { useOrder, type Door } from '../orders/order-door.ts'
import * as words from '../orders/ordering-words.ts'
import { timeIsOverMore } from './payment-words.ts'
import { useTimeLeft } from './use-time-left.ts'

/** Reminds the shopper that the last order placed in this browser waits for payment, while its goods are reserved. */
export function WaitingOrder() {
  const door = useMounted() ? lastDoor() : null
  return door && <Waiting door={door} />
}

function Waiting({ door }: { door: Door }) {
  const { data: order } = useOrder(door)
  return order?.status_code === 'UNPAID' ? <ToPay order={order} /> : null
}

function ToPay({ order: { id, number, reserved_until } }: { order: OwnOrder }) {
  const isOver = useTimeLeft(reserved_until ?? NEVER) === 0
  return (
    <Alert kind={isOver ? 'warn' : 'info'} title={isOver ? words.timeIsOver(number) : words.waitsForPayment(number)}>
      <p>{isOver ? timeIsOverMore : words.goodsAreKept}</p>
      <ButtonLink to={`/checkout/pay?order=${id}`} kind="secondary">
        {words.payForIt}
      </ButtonLink>
    </Alert>
  )
}

const NEVER = '9999-12-31T00:00:00Z'
