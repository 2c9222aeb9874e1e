import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, type ComponentType } from 'react'
import { SelectField } from '#pwa/ui/field.tsx'
import { Stepper } from '#pwa/ui/stepper.tsx'
import { useExchange } from './exchange.ts'
import { GoodsLine } from '../orders/goods-line.tsx'
import styles from './refund-form.module.css'
import * as words from './refund-words.ts'
import type { GoodsLeft, LineFaults, ReturnChoice } from './returning.ts'

type Line = ReturnChoice['lines'][string]
/** Chooses what goods are exchanged for. `errors`: the shop's messages about it. */
export type ExchangeChoice = ComponentType<{
  goods: GoodsLeft
  value: number | null
  onChange: (id: number | null) => void
  errors: readonly string[] | undefined
}>
interface Props {
  goods: GoodsLeft
  line: Line | undefined
  isExchange: boolean
  onChange: (change: Partial<Line>) => void
  faults: LineFaults | undefined
  Exchange?: ExchangeChoice | undefined
}

/** An item of an order: whether it is returned, how many pieces, and what it is exchanged for. */
export function RefundLine({ goods, line, isExchange, onChange, faults, Exchange = OtherSize }: Props) {
  const wrong = useId()
  const isWrong = faults !== undefined && faults.goods.length > 0
  const {
    key,
    quantity: most,
    product_variation: { product },
  } = goods
  const quantity = line?.quantity ?? 0
  return (
    <li className={styles.line}>
      <label className={styles.what}>
        <input
          type="checkbox"
          name={`item_${key}`}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? wrong : undefined}
          checked={quantity > 0}
          onChange={({ target }) =>
            onChange(target.checked ? { quantity: most } : { quantity: 0, exchange_variation_id: null })
          }
        />
        <GoodsLine goods={goods} isExchanged={goods.given_by !== null} />
      </label>
      {isWrong && (
        <span className={styles.wrong} id={wrong}>
          <CircleAlert size={16} aria-hidden />
          {faults.goods.join(' ')}
        </span>
      )}
      {quantity > 0 && (most > 1 || isExchange) && (
        <div className={styles.more}>
          {most > 1 && (
            <Stepper
              label={words.howManyOf(product.name)}
              value={quantity}
              most={most}
              onChange={wanted => onChange({ quantity: wanted })}
            />
          )}
          {isExchange && (
            <Exchange
              goods={goods}
              value={line?.exchange_variation_id ?? null}
              onChange={exchange_variation_id => onChange({ exchange_variation_id })}
              errors={faults?.exchange}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** The sizes and colours of the same product in stock. */
const OtherSize: ExchangeChoice = ({
  goods: {
    key,
    product_variation: { product, id: present },
  },
  value,
  onChange,
  errors,
}) => {
  const all = useExchange(product.id)
  const price = all?.find(({ id }) => id === present)?.price
  const left = all?.filter(({ id, quantity_in_stock }) => id !== present && (quantity_in_stock > 0 || id === value))
  return (
    <SelectField
      label={words.exchangeFor}
      name={`exchange_${key}`}
      errors={errors}
      value={value ?? ''}
      onChange={({ target }) => onChange(Number(target.value) || null)}
    >
      <option value="">{left?.length === 0 ? words.nothingElseLeft : words.chooseSizeOrColour}</option>
      {left?.map(({ id, choice, quantity_in_stock, ...other }) => (
        <option key={id} value={id}>
          {words.choiceLeft(choice, quantity_in_stock)}
          {other.price !== price && words.atPrice(other.price)}
        </option>
      ))}
    </SelectField>
  )
}
