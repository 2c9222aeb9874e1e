import Store from 'lucide-react/icons/store'
import Truck from 'lucide-react/icons/truck'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import type { DeliveryMethod as Method } from '#sync/protocol/shop/order.ts'
import * as words from './checkout-words.ts'
import styles from './delivery-method.module.css'

const METHODS = [
  { code: 'self_pick_up', Icon: Store },
  { code: 'delivery', Icon: Truck },
] as const

/** How the order comes to its owner. */
export const DeliveryMethod = ({ value, onChoose }: { value: Method; onChoose: (code: Method) => void }) => (
  <fieldset className={styles.methods}>
    <legend>{words.deliveryMethod}</legend>
    {METHODS.map(({ code, Icon }) => (
      <label key={code} className={styles.method}>
        <input
          type="radio"
          name="delivery_method_code"
          value={code}
          checked={value === code}
          onChange={() => onChoose(code)}
          aria-label={deliveryWords.methods[code]}
        />
        <Icon size={20} aria-hidden />
        <span>
          <strong>{deliveryWords.methods[code]}</strong>
          <span>{words.methodHints[code]}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
