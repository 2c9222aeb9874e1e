import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Truck from 'lucide-react/icons/truck'
import { whatsAppLink } from '#pwa/browser/outward-links.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { destinationOf, isAgreedWithRider } from '#sync/protocol/shipping.ts'
import * as deliveryWords from './delivery-words.ts'
import styles from './next-steps.module.css'
import * as words from './order-words.ts'

/** What happens next with a paid order: pick-up or delivery, in the shop's own words. */
export function NextSteps({ order }: { order: OwnOrder }) {
  const shop = useShop()
  if (!shop) return null
  const { terms } = shop
  const isDelivered = order.delivery_method_code === 'delivery'
  const delivery = [
    deliveryWords.startOf(shop),
    terms.delivery_time,
    isAgreedWithRider(destinationOf(order)) && terms.delivery_fee,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <ul className={`bare ${styles.steps}`}>
      {isDelivered && (
        <li>
          <Truck size={20} aria-hidden />
          <span>{delivery}</span>
        </li>
      )}
      <li>
        <MessageCircle size={20} aria-hidden />
        <div>
          {isDelivered ? words.anythingToSay : terms.pick_up}
          <Numbers order={order} shop={shop} />
        </div>
      </li>
      {!isDelivered && (
        <li>
          <MapPin size={20} aria-hidden />
          <span>
            {shop.address}. {terms.pick_up_directions}
          </span>
        </li>
      )}
    </ul>
  )
}

const Numbers = ({ order, shop }: { order: OwnOrder; shop: ShopInfo }) => (
  <span className={styles.numbers}>
    {shop.whatsapp_numbers.map(phone => (
      <a
        key={phone}
        href={whatsAppLink(phone, words.whatsAppMessage(shop.name, order))}
        target="_blank"
        rel="noreferrer"
      >
        {words.whatsApp(formatPhone(phone))}
      </a>
    ))}
  </span>
)
