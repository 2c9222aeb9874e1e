import Store from 'lucide-react/icons/store'
import Truck from 'lucide-react/icons/truck'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import type { DeliveryMethod as Method } from '#sync/protocol/shop/order.ts'
import * as words from './checkout-words.ts'
import styles from './delivery-method.module.css'

const METHODS = [
  { code: 'self_pick_up', Icon: Store },
  { code: 'delivery', Icon: Truck },
] as const

/** Delivery or pick-up. */
export const DeliveryMethod = ({ value, onChoose }: { value: Method; onChoose: (code: Method) => void }) => (
  <RadioGroup
    legend={words.deliveryMethod}
    className={styles.methods}
    name="delivery_method_code"
    value={value}
    onChoose={onChoose}
    options={METHODS.map(({ code, Icon }) => ({
      code,
      heard: deliveryWords.methods[code],
      className: styles.method,
      words: (
        <>
          <Icon size={20} aria-hidden />
          <span>
            <strong>{deliveryWords.methods[code]}</strong>
            <span>{words.methodHints[code]}</span>
          </span>
        </>
      ),
    }))}
  />
)
