import { formatCedis } from '#pwa/lib/format.ts'
import { deliveryStartWords } from '#pwa/orders/order-words.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'

/** What checkout says and reckons, told before: in the shop's own words where it has any. */
export function ShippingPolicy() {
  const shop = useShop()
  const { delivery_time, pick_up, delivery_fee, service } = shop?.terms ?? {}
  return (
    <article className={page.text}>
      <h1>Shipping policy</h1>
      {delivery_time && <p className={page.lead}>{delivery_time}</p>}
      <h2>Walk-in pick-up</h2>
      <p>Pick-up is free. {pick_up} <Link to="/contact">Where we are, and our numbers</Link></p>
      <h2>Delivery in Greater Accra</h2>
      <p>{shop && deliveryStartWords(shop)} {delivery_fee}</p>
      <h2>Delivery in other regions</h2>
      <p>It costs what the zone costs to which your order goes. Checkout shows it before you order, and it is paid with the order.</p>
      {shop && shop.free_delivery_over !== null && <p>Where your goods come to more than {formatCedis(shop.free_delivery_over)}, we charge no delivery.</p>}
      {service && <><h2>Please note</h2><p>{service}</p></>}
    </article>
  )
}
