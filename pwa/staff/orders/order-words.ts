import type { DeliveryMethod, OrderType } from '#sync/protocol/order.ts'

export const TYPE_WORDS: Record<OrderType, string> = { STORE: 'Store', WEBSITE: 'Website' }
export const METHOD_WORDS: Record<DeliveryMethod, string> = { delivery: 'Delivery', self_pick_up: 'Walk in' }
