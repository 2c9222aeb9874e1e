import Store from 'lucide-react/icons/store'
import Truck from 'lucide-react/icons/truck'
import type { DeliveryMethod as Method } from '#sync/protocol/order.ts'
import styles from './delivery-method.module.css'

const METHODS = [
  { code: 'self_pick_up', name: 'Walk In', words: 'Pick it up from the shop, free', Icon: Store },
  { code: 'delivery', name: 'Delivery', words: 'A rider or a bus brings it', Icon: Truck },
] as const

/** How the order comes to its owner. */
export const DeliveryMethod = ({ value, onChoose }: { value: Method; onChoose: (code: Method) => void }) => (
  <fieldset className={styles.methods}>
    <legend>Delivery method</legend>
    {METHODS.map(({ code, name, words, Icon }) => (
      <label key={code} className={styles.method}>
        <input type="radio" name="delivery_method_code" value={code} checked={value === code} onChange={() => onChoose(code)} aria-label={name} />
        <Icon size={20} aria-hidden />
        <span><strong>{name}</strong><span>{words}</span></span>
      </label>
    ))}
  </fieldset>
)
