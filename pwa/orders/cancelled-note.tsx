import type { ReactNode } from 'react'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import * as words from './order-words.ts'

/** Replaces the payment of a cancelled order, and says what happens to money that still arrived. */
export const CancelledNote = ({ order, action }: { order: OwnOrder; action: ReactNode }) => (
  <EmptyState title={words.cancelled[howCancelled(order)]} action={action}>
    {order.paid_at ? words.returnedMore : words.cancelledMore}
  </EmptyState>
)

function howCancelled({ paid_at, events }: OwnOrder): keyof typeof words.cancelled {
  if (paid_at) return 'RETURNED'
  return events.some(({ code }) => code === 'EXPIRED') ? 'EXPIRED' : 'CANCELLED'
}
