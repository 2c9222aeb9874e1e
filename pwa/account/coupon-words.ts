import { formatCount, formatDay } from '#pwa/lib/format.ts'
import type { OwnCoupon } from '#sync/protocol/shop/account.ts'
import { formatCedis } from '#sync/protocol/money.ts'

export const coupons = 'Coupons'
export const yourCoupons = 'Your coupons'
export const none = 'No coupons yet'
export const standsHere = 'Your coupons will appear here.'
export const goToShop = 'Go to the shop'

export function worth({ type, value, free_delivery }: OwnCoupon): string {
  const off = value === 0 ? null : type === 'percentage' ? `${formatCount(value)}% off` : `${formatCedis(value)} off`
  if (!free_delivery) return off ?? 'A thank-you'
  return off ? `${off} and free delivery` : 'Free delivery'
}

/** The conditions of a coupon, one sentence each. */
export function conditions({
  categories,
  minimum_subtotal,
  expires_on,
  max_usage,
  max_per_customer,
  current_usage,
}: OwnCoupon): string[] {
  return [
    ...(categories.length > 0 ? [`For ${categories.map(({ name }) => name).join(', ')}`] : []),
    ...(minimum_subtotal ? [`For orders of ${formatCedis(minimum_subtotal)} or more`] : []),
    expires_on ? `Until ${formatDay(`${expires_on}T12:00:00`)}` : 'No expiry',
    ...(max_usage
      ? [
          `Valid for ${formatCount(max_usage - current_usage)} more ${max_usage - current_usage === 1 ? 'order' : 'orders'}`,
        ]
      : []),
    ...(max_per_customer
      ? [max_per_customer === 1 ? 'Once per customer' : `${formatCount(max_per_customer)} times per customer`]
      : []),
    'One code per order',
  ]
}

export const copy = 'Copy'
export const copyWhich = (code: string) => `Copy ${code}`
export const copied = 'Copied'
export const isCopied = (code: string) => `${code} copied`
