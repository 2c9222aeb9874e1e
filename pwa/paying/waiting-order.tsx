import { useMounted } from '#pwa/lib/use-mounted.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { lastDoor } from '../orders/open-order.ts'
import { useOrder, type Door } from '../orders/order-door.ts'
import * as words from '../orders/ordering-words.ts'

/** Reminds the shopper that the last order placed in this browser waits for payment, while its goods are reserved. */
export function WaitingOrder() {
  const door = useMounted() ? lastDoor() : null
  return door && <Waiting door={door} />
}

function Waiting({ door }: { door: Door }) {
  const { data: order } = useOrder(door)
  if (order?.status_code !== 'UNPAID') return null
  return (
    <Alert kind="info" title={words.waitsForPayment(order.number)}>
      <p>{words.goodsAreKept}</p>
      <ButtonLink to={`/checkout/pay?order=${order.id}`} kind="secondary">
        {words.payForIt}
      </ButtonLink>
    </Alert>
  )
}
