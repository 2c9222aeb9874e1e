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

/**
 * What checkout reckons with: the bag once its changes have arrived, what is typed, the zone's fee and what the code is
 * worth.
 */
export function useCheckout() {
  const cart = useCart()
  const about = useShopReply()
  const shop = about.data?.shop
  const [kept, setTyped] = useAtom(draft)
  const applied = useAtomValue(coupon)
  const zones = useZones(kept)
  const zone = zones.data?.find(({ code }) => code === kept.shipping_delivery_zone_code) ?? null
  // A zone that is no more, or of another region now, is to be chosen anew.
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
    /** Why nobody knows the shop's terms, without which nothing is ordered. */
    untold: about.error,
    askAgain: () => void about.refetch(),
    /** Why there is no bag to show, where it could not be read. */
    error: cart.error,
    again: () => void cart.refetch(),
    /** The shop cannot be reached: since when, in ms since 1970. */
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
 * What the order will come to, reckoned as the shop does: with all lines, since what seems sold out may be held for
 * this very shopper.
 */
export const totalsOf = (items: readonly CartItem[], { shop, typed, zone, coupon }: Facts): Totals =>
  websiteTotals({
    ...destinationOf(typed, zone),
    coupon,
    free_delivery_over: shop.free_delivery_over,
    lines: linesOf(items),
  })

/** What the bag's lines come to, and which of them a code holds for. */
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

/** What delivery costs changes sooner than where the shop delivers. */
const COSTS_STALE_MS = 5 * 60_000

/** The zones of the region that is chosen. */
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
