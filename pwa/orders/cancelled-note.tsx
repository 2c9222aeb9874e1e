import type { ReactNode } from 'react'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import * as words from './order-words.ts'

/** In place of the payment of an order that is no more, and what becomes of money that came all the same. */
export const CancelledNote = ({ order, action }: { order: OwnOrder; action: ReactNode }) => (
  <EmptyState title={words.cancelled[howCancelled(order)]} action={action}>
    {order.paid_at ? words.returnedMore : words.cancelledMore}
  </EmptyState>
)

function howCancelled({ paid_at, events }: OwnOrder): keyof typeof words.cancelled {
  if (paid_at) return 'RETURNED'
  return events.some(({ code }) => code === 'EXPIRED') ? 'EXPIRED' : 'CANCELLED'
}
