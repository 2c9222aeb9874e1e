import { getDefaultStore } from 'jotai'
import { atomWithStorage, createJSONStorage, RESET } from 'jotai/utils'
import { whenForgotten } from '#pwa/session/session.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { CheckoutCoupon } from '#sync/protocol/entities/coupon.ts'
import type { DeliveryMethod } from '#sync/protocol/shop/order.ts'
import type { Totals } from '#sync/protocol/pricing.ts'

/** The typed information at checkout; fields are named like the order's. */
export interface Draft {
  first_name: string
  last_name: string
  phone: string
  email: string
  delivery_method_code: DeliveryMethod
  shipping_country_code: string
  shipping_region_code: string
  shipping_delivery_zone_code: string
  shipping_address: string
  shipping_additional_details: string
  /** Saves the address in the customer's address book. */
  save_address: boolean
  /** Asks for the newsletter once the order is placed. */
  newsletter: boolean
}

export const EMPTY: Draft = {
  first_name: '',
  last_name: '',
  phone: '',
  email: '',
  delivery_method_code: 'self_pick_up',
  shipping_country_code: 'GH',
  shipping_region_code: '',
  shipping_delivery_zone_code: '',
  shipping_address: '',
  shipping_additional_details: '',
  save_address: false,
  newsletter: false,
}

const inThisTab = <Value>() => createJSONStorage<Value>(() => globalThis.sessionStorage)

/** Kept through reloads in this tab, until the order is placed or the session ends. Holds no payment data. */
export const draft = atomWithStorage<Draft>('checkout', EMPTY, inThisTab(), { getOnInit: true })

/** The applied code, with its value. */
export const coupon = atomWithStorage<CheckoutCoupon | null>('checkout coupon', null, inThisTab(), { getOnInit: true })

export function forgetDraft(): void {
  getDefaultStore().set(draft, RESET)
  getDefaultStore().set(coupon, RESET)
}
whenForgotten(forgetDraft)

/** Changes the draft and clears what no longer fits: a region of another country, a zone of another region. */
export function withChange(before: Draft, change: Partial<Draft>): Draft {
  const after = { ...before, ...change }
  const isMoved = (field: 'shipping_country_code' | 'shipping_region_code') => after[field] !== before[field]
  if (isMoved('shipping_country_code')) after.shipping_region_code = change.shipping_region_code ?? ''
  if (isMoved('shipping_region_code')) after.shipping_delivery_zone_code = change.shipping_delivery_zone_code ?? ''
  return after
}

/** The order to send; the totals are those the shopper has seen and accepts. */
export function submissionOf(
  { save_address: _, newsletter: _asked, ...typed }: Draft,
  seen: { totals: Totals; coupon: CheckoutCoupon | null },
): OrderSubmission & Totals {
  const isDelivered = typed.delivery_method_code === 'delivery'
  const place = (text: string) => (isDelivered ? text.trim() || null : null)
  return {
    first_name: typed.first_name.trim(),
    last_name: typed.last_name.trim(),
    phone: typed.phone.trim(),
    email: typed.email.trim(),
    delivery_method_code: typed.delivery_method_code,
    coupon_code: seen.coupon?.code ?? null,
    coupon_id: seen.coupon?.id ?? null,
    shipping_country_code: place(typed.shipping_country_code),
    shipping_region_code: place(typed.shipping_region_code),
    shipping_delivery_zone_code: place(typed.shipping_delivery_zone_code),
    shipping_address: place(typed.shipping_address),
    shipping_additional_details: typed.shipping_additional_details.trim() || null,
    ...seen.totals,
  }
}
