export const ORDER_STATUSES = {
  UNPAID: 'Unpaid',
  PROCESSING: 'Processing',
  READY_TO_SHIP: 'Ready to ship or deliver',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
} as const
export type OrderStatus = keyof typeof ORDER_STATUSES

/** Paid and not handed over yet. If everything is returned before that, the order is cancelled. */
export const TO_HAND_OVER: readonly OrderStatus[] = ['PROCESSING', 'READY_TO_SHIP']

/** The steps staff may take from each status. */
export const ORDER_STEPS: Record<OrderStatus, readonly OrderStatus[]> = {
  UNPAID: ['PROCESSING', 'CANCELLED'],
  PROCESSING: ['READY_TO_SHIP'],
  READY_TO_SHIP: ['COMPLETED'],
  COMPLETED: [],
  CANCELLED: [],
}

export const ORDER_TYPES = ['STORE', 'WEBSITE'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

export const DELIVERY_METHODS = ['delivery', 'self_pick_up'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]
