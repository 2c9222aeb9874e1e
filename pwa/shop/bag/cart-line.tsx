import Trash from 'lucide-react/icons/trash'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useRef, useState } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { Price } from '#pwa/ui/price.tsx'
import { Stepper } from '#pwa/ui/stepper.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import { cartLineTotal, isForSale, type CartItem } from '#sync/protocol/shop/cart.ts'
import { productPath } from '#sync/protocol/shop/catalogue.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { priceShown } from '#sync/protocol/pricing.ts'
import { changeLine, putBack, removeLine } from './bag.ts'
import styles from './cart-line.module.css'
import * as words from './cart-words.ts'
import * as goodsWords from '../goods-words.tsx'
import * as newsWords from '../home/news-words.ts'

/** Quick taps on − and + are sent as one change. */
const PAUSE_MS = 350

/** A line of the bag. Without a connection it is read-only. */
export function CartLine({ item, away }: { item: CartItem; away: boolean }) {
  const { wanted, errors, busy, want, remove } = useLine(item)
  const { product, size, colour, quantity_in_stock } = item.product_variation
  const forSale = isForSale(item)
  const short = item.changes.find(({ code }) => code === 'short')
  const path = productPath(product)
  return (
    <li className={`${styles.line} ${forSale ? '' : styles.gone}`} aria-busy={busy || undefined}>
      <Link to={path} className={styles.picture} tabIndex={-1} aria-hidden>
        <Picture image={product.images[0]} alt="" sizes="112px" />
      </Link>
      <div className={styles.words}>
        {product.status_code === 'LIVE' ? (
          <Link to={path} className={styles.name}>
            {product.name}
          </Link>
        ) : (
          <span className={styles.name}>{product.name}</span>
        )}
        <p className={styles.choice}>
          {size.name}
          {colour && (
            <>
              {' '}
              · <Swatch code={colour.code} size={14} /> {colour.name}
            </>
          )}
        </p>
        <Price now={priceShown(product)} was={product.retail_price} />
        {item.changes.map(change => (
          <p key={change.code} className={styles.change}>
            <TriangleAlert size={16} aria-hidden />
            {newsWords.ofLine(change)}
            {!isForSale({ changes: [change] }) && words.notInTotal}
          </p>
        ))}
        {short && (
          <Button kind="secondary" disabled={away || busy} onClick={() => want(short.now)}>
            {words.take(short.now)}
          </Button>
        )}
        <ErrorList messages={errors} />
      </div>
      <div className={styles.ends}>
        {forSale && (
          <Stepper
            label={words.quantityOf(product.name)}
            value={wanted}
            most={Math.max(quantity_in_stock, item.quantity)}
            disabled={away}
            tooMany={goodsWords.onlyLeft}
            onChange={want}
          />
        )}
        {forSale && <span className={styles.total}>{formatCedis(cartLineTotal({ ...item, quantity: wanted }))}</span>}
        <IconButton
          label={words.remove(product.name)}
          icon={<Trash size={20} aria-hidden />}
          disabled={away || busy}
          onClick={() => void remove()}
        />
      </div>
    </li>
  )
}

/** The wanted quantity of a line until the shop has answered. Leaving the page sends an unsent change. */
function useLine(item: CartItem) {
  const { id, quantity } = item
  const { name } = item.product_variation.product
  const [pending, setPending] = useState<number | null>(null)
  const [removing, setRemoving] = useState(false)
  const [errors, setErrors] = useState<string[]>([])
  const unsent = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null)
  const latest = useRef(0)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      unsent.current?.send()
    }
  }, [])

  async function run(work: () => Promise<void>): Promise<void> {
    const turn = (latest.current += 1)
    setErrors([])
    const wrong = await work().then(() => [], messagesOf)
    if (turn !== latest.current) return // a later change wins
    if (left.current && wrong.length > 0)
      return say({ kind: 'bad', words: `${name}: ${wrong.join(' ')}`, link: { to: '/cart', words: words.yourBag } })
    setErrors(wrong)
    setPending(null)
    setRemoving(false)
  }
  const hold = () => {
    clearTimeout(unsent.current?.timer)
    unsent.current = null
  }
  const want = (wanted: number) => {
    latest.current += 1
    setPending(wanted)
    hold()
    const send = () => {
      hold()
      void run(() => changeLine(id, wanted))
    }
    unsent.current = { send, timer: setTimeout(send, PAUSE_MS) }
  }
  const remove = () => {
    hold()
    setRemoving(true)
    return run(async () => {
      await removeLine(item.id)
      say({ words: words.removed(name), kind: 'info', action: { words: words.undo, run: () => void undo(item) } })
    })
  }
  return { wanted: pending ?? quantity, errors, busy: removing, want, remove }
}

async function undo(item: CartItem): Promise<void> {
  const wrong = await putBack(item).then(() => [], messagesOf)
  if (wrong.length > 0) say({ kind: 'bad', words: wrong.join(' ') })
}
