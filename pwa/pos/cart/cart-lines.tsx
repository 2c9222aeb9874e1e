import { useAtomValue } from 'jotai'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { memo } from 'react'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { formatAmount, formatCedis } from '#sync/protocol/money.ts'
import { lineTotal } from '#sync/protocol/pricing.ts'
import { lastAdded, priceNow } from '../counter.ts'
import { driftOf, type CartAction, type CartLine } from './open-cart.ts'
import { replica } from '../till.ts'
import { useReplica } from '../use-till.ts'
import styles from './cart-lines.module.css'
import * as words from './cart-words.ts'

interface Props {
  lines: readonly CartLine[]
  disabled: boolean
  onChange: (action: CartAction) => void
}

/** The lines of the open cart. If the catalogue price has changed, the line says so before the sale. */
export function CartLines({ lines, disabled, onChange }: Props) {
  useReplica()
  const added = useAtomValue(lastAdded)
  const drift = driftOf(lines, priceNow)
  return (
    <>
      {drift.size > 0 && (
        <div className={styles.drift}>
          <Alert kind="warn" title={words.pricesChanged}>
            <Button type="button" kind="secondary" onClick={() => onChange({ do: 'reprice', prices: drift })}>
              {words.newPrices}
            </Button>
          </Alert>
        </div>
      )}
      <ul className={styles.lines}>
        {lines.map(line => (
          <Line
            key={line.product_variation_id}
            line={line}
            now={drift.get(line.product_variation_id)}
            left={replica.shelf(line.product_variation_id)}
            flash={added?.id === line.product_variation_id ? added.at : 0}
            disabled={disabled}
            onChange={onChange}
          />
        ))}
      </ul>
    </>
  )
}

interface LineProps {
  line: CartLine
  /** Today's price in cedis, if it differs. */
  now: number | undefined
  left: number
  /** When it was last added: a new value highlights it again. */
  flash: number
  disabled: boolean
  onChange: (action: CartAction) => void
}

const Line = memo(function Line({ line, now, left, flash, disabled, onChange }: LineProps) {
  const { product_variation_id, name, quantity, price } = line
  const detail = [line.size, line.colour].filter(Boolean).join(' · ')
  return (
    <li className={styles.line} ref={flash ? showLine : undefined}>
      {flash > 0 && <span key={flash} className={styles.flash} aria-hidden />}
      <p className={styles.name}>
        <strong>{name}</strong> <span>{detail}</span>
      </p>
      <p className={styles.price}>
        {formatCedis(price)}
        {now !== undefined && <span className={styles.note}>{words.priceNow(now)}</span>}
        {quantity > left && <span className={styles.note}>{left > 0 ? words.shelfSays(left) : words.noneInStock}</span>}
      </p>
      <div className={styles.step}>
        <IconButton
          label={words.oneLess(name, detail)}
          kind="secondary"
          icon={<Minus size={20} aria-hidden />}
          disabled={disabled || quantity <= 1}
          onClick={() => onChange({ do: 'step', product_variation_id, by: -1 })}
        />
        <output aria-label={words.quantityOf(name, detail)}>{quantity}</output>
        <IconButton
          label={words.oneMore(name, detail)}
          kind="secondary"
          icon={<Plus size={20} aria-hidden />}
          disabled={disabled}
          onClick={() => onChange({ do: 'step', product_variation_id, by: 1 })}
        />
      </div>
      <span className={styles.total}>{formatAmount(lineTotal(line))}</span>
      <IconButton
        label={words.remove(name, detail)}
        icon={<X size={20} aria-hidden />}
        disabled={disabled}
        onClick={() => onChange({ do: 'remove', product_variation_id })}
      />
    </li>
  )
})

/** In the frame that draws it: any earlier, the browser would lay out the whole page again. */
function showLine(line: HTMLLIElement | null) {
  if (line) requestAnimationFrame(() => line.scrollIntoView({ block: 'nearest' }))
}
