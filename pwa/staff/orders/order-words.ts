import type { OrderType } from '#sync/protocol/order.ts'

export const TYPE_WORDS: Record<OrderType, string> = { STORE: 'Store', WEBSITE: 'Website' }
