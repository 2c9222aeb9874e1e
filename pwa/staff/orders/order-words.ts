import type { OrderType } from '#sync/protocol/shop/order.ts'

export const TYPE_WORDS: Record<OrderType, string> = { STORE: 'Store', WEBSITE: 'Website' }
