export const ORDER_STATUSES = {
  UNPAID: 'Unpaid', PROCESSING: 'Processing', READY_TO_SHIP: 'Ready to ship or deliver', COMPLETED: 'Completed', CANCELLED: 'Cancelled',
} as const
export type OrderStatus = keyof typeof ORDER_STATUSES

export const ORDER_TYPES = ['STORE', 'WEBSITE'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

export const DELIVERY_METHODS = ['delivery', 'self_pick_up'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]
