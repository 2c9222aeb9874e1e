import { useAtom, useAtomValue } from 'jotai'
import { useApi } from '#pwa/lib/use-api.ts'
import { bagIsChanging } from '#pwa/shop/bag/bag.ts'
import { useCart } from '#pwa/shop/bag/gathered.ts'
import { useShopReply } from '#pwa/shell/use-shop.ts'
import type { CartItem } from '#sync/protocol/shop/cart.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import type { DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { priceShown, websiteTotals, type CouponTerms, type Totals, type WebsiteLine } from '#sync/protocol/pricing.ts'
import type { Destination } from '#sync/protocol/shipping.ts'
import { coupon, draft, withChange, type Draft } from './draft.ts'

/** The data of checkout: the bag once its changes have arrived, the input, the zone's fee and the code's value. */
export function useCheckout() {
  const cart = useCart()
  const about = useShopReply()
  const shop = about.data?.shop
  const [kept, setTyped] = useAtom(draft)
  const applied = useAtomValue(coupon)
  const zones = useZones(kept)
  const zone = zones.data?.find(({ code }) => code === kept.shipping_delivery_zone_code) ?? null
  // A zone that was deleted, or moved to another region, must be chosen again.
  const isZoneGone = zones.data && !zone && kept.shipping_delivery_zone_code !== ''
  const typed = isZoneGone ? withChange(kept, { shipping_delivery_zone_code: '' }) : kept
  const isChanging = useAtomValue(bagIsChanging)
  const items = isChanging ? undefined : cart.data?.reply.cart_items.data
  return {
    items,
    shop,
    typed,
    zones,
    zone,
    applied,
    /** Why the shop's terms could not load; without them nobody can order. */
    untold: about.error,
    askAgain: () => void about.refetch(),
    /** Why the bag could not load. */
    error: cart.error,
    again: () => void cart.refetch(),
    /** Since when the shop cannot be reached, in ms since 1970. */
    as_of: cart.data?.as_of ?? null,
    type: (change: Partial<Draft>) => setTyped(before => withChange(before, change)),
    totals: shop && items ? totalsOf(items, { shop, typed, zone, coupon: applied }) : undefined,
  }
}

interface Facts {
  shop: Pick<ShopInfo, 'free_delivery_over'>
  typed: Draft
  zone: DeliveryZone | null
  coupon: CouponTerms | null
}

/**
 * The totals of the order, calculated as the shop does: with all lines, because what looks sold out may be reserved for
 * this shopper.
 */
export const totalsOf = (items: readonly CartItem[], { shop, typed, zone, coupon }: Facts): Totals =>
  websiteTotals({
    ...destinationOf(typed, zone),
    coupon,
    free_delivery_over: shop.free_delivery_over,
    lines: linesOf(items),
  })

/** The total of each line, and whether a code applies to it. */
export const linesOf = (items: readonly CartItem[]): WebsiteLine[] =>
  items.map(({ quantity, product_variation: { product } }) => ({
    price: priceShown(product),
    quantity,
    category_id: product.category_id,
  }))

export const destinationOf = (
  { delivery_method_code, shipping_region_code }: Draft,
  zone: DeliveryZone | null,
): Destination => ({ delivery_method_code, region_code: shipping_region_code, zone })

/** Delivery fees change more often than delivery areas. */
const COSTS_STALE_MS = 5 * 60_000

/** The zones of the chosen region. */
function useZones({ delivery_method_code, shipping_region_code: region_code }: Draft) {
  const { data, isPlaceholderData, isError, error, refetch } = useApi(
    'GET /api/checkout/delivery/zones',
    { query: { region_code, per_page: 100 } },
    { enabled: delivery_method_code === 'delivery' && region_code !== '', staleTime: COSTS_STALE_MS },
  )
  const read = isPlaceholderData ? undefined : data
  return {
    data: read?.delivery_zones.data.filter(zone => zone.region_code === region_code),
    isError,
    message: error?.message ?? '',
    again: () => void refetch(),
  }
}
