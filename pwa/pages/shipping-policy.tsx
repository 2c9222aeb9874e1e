import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './policy-words.ts'

/** The delivery terms of checkout, in the shop's own words if it has any. */
export function ShippingPolicy() {
  const shop = useShop()
  const { delivery_time, pick_up, delivery_fee, service } = shop?.terms ?? {}
  return (
    <article className={page.text}>
      <h1>{words.shippingPolicy}</h1>
      {delivery_time && <p className={page.lead}>{delivery_time}</p>}
      <h2>{words.pickUp}</h2>
      <p>
        {words.pickUpIsFree} {pick_up} <Link to="/contact">{words.whereWeAre}</Link>
      </p>
      <h2>{words.inGreaterAccra}</h2>
      <p>
        {shop && deliveryWords.startOf(shop)} {delivery_fee}
      </p>
      <h2>{words.inOtherRegions}</h2>
      <p>{words.zoneCosts}</p>
      {shop && shop.free_delivery_over !== null && <p>{words.freeOver(shop.free_delivery_over)}</p>}
      {service && (
        <>
          <h2>{words.pleaseNote}</h2>
          <p>{service}</p>
        </>
      )}
    </article>
  )
}
