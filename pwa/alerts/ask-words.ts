import type { AlertKind } from '#sync/protocol/shop/alert.ts'

export const ask: Record<AlertKind, string> = {
  STOCK: 'Tell me when it is back',
  PRICE: 'Tell me when its price drops',
  READY: 'Tell me when it is ready',
}
export const priceAlert = 'Price alert'
export const priceAlertFor = (name: string) => `Price alert: ${name}`
