import type { ReactNode } from 'react'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { OwnOrder } from '#sync/protocol/order-view.ts'
import { CANCELLED_WORDS } from './order-words.ts'

/** In place of the payment of an order that is no more, and what becomes of money that came all the same. */
export const CancelledNote = ({ order, action }: { order: OwnOrder; action: ReactNode }) => (
  <EmptyState title={CANCELLED_WORDS[howCancelled(order)]} action={action}>{order.paid_at ? CANCELLED_WORDS.more_of_returned : CANCELLED_WORDS.more}</EmptyState>
)

function howCancelled({ paid_at, events }: OwnOrder): 'RETURNED' | 'EXPIRED' | 'CANCELLED' {
  if (paid_at) return 'RETURNED'
  return events.some(({ code }) => code === 'EXPIRED') ? 'EXPIRED' : 'CANCELLED'
}
