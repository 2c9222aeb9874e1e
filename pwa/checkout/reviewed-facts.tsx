import { useApi } from '#pwa/lib/use-api.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { Link } from '#pwa/ui/link.tsx'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { isStation, type DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { isAgreedWithRider } from '#sync/protocol/shipping.ts'
import * as checkoutWords from './checkout-words.ts'
import type { Draft } from './draft.ts'
import * as words from './review-words.ts'
import styles from './reviewed-facts.module.css'
import { destinationOf } from './use-checkout.ts'

/** Contact and delivery, to check and correct. */
export function ReviewedFacts({ typed, zone, shop }: { typed: Draft; zone: DeliveryZone | null; shop: ShopInfo }) {
  const isDelivered = typed.delivery_method_code === 'delivery'
  return (
    <div className={styles.facts}>
      <section>
        <header>
          <h2>{checkoutWords.whoOrders}</h2>
          <Link to="/checkout" aria-label={words.changeWhoOrders}>
            {checkoutWords.change}
          </Link>
        </header>
        <p>
          {typed.first_name} {typed.last_name}
        </p>
        <p>{typed.phone}</p>
        <p>{typed.email}</p>
      </section>
      <section>
        <header>
          <h2>{deliveryWords.methods[typed.delivery_method_code]}</h2>
          <Link to="/checkout" aria-label={words.changeDelivery}>
            {checkoutWords.change}
          </Link>
        </header>
        {isDelivered ? (
          <Delivered typed={typed} zone={zone} />
        ) : (
          <>
            <p>{shop.address}</p>
            <p>{shop.terms.pick_up_directions}</p>
          </>
        )}
      </section>
      {typed.shipping_additional_details && (
        <section>
          <header>
            <h2>{words.notes}</h2>
          </header>
          <p className={styles.words}>{typed.shipping_additional_details}</p>
        </section>
      )}
    </div>
  )
}

function Delivered({ typed, zone }: { typed: Draft; zone: DeliveryZone | null }) {
  const regions = useApi(
    'GET /api/checkout/regions',
    { query: { country_code: typed.shipping_country_code, per_page: 100 } },
    { staleTime: Infinity },
  ).data?.regions
  const region = regions?.find(({ code }) => code === typed.shipping_region_code)
  return (
    <>
      <p className={styles.words}>{isStation(zone) ? zone?.locations : typed.shipping_address}</p>
      <p>{[zone?.name, region?.name ?? typed.shipping_region_code, region?.country.name].filter(Boolean).join(', ')}</p>
      {isAgreedWithRider(destinationOf(typed, zone)) && <p className={styles.soft}>{deliveryWords.paidToRider}</p>}
    </>
  )
}
