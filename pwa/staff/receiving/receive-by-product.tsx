import { useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import { BareField } from '#pwa/ui/bare-field.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Unread } from '../kit/unread.tsx'
import { coloursOf, sizesOf } from '../stock/grid.ts'
import { ProductSearch } from '../stock/product-search.tsx'
import type { Goods } from './receiving.ts'
import styles from './receive.module.css'
import { nameOf } from '../stock/use-scanned-goods.ts'
import * as words from './receiving-words.ts'

type Add = (goods: Goods, quantity: number) => void

/** Finds a product and adds pieces of its sizes and colours, all at once. */
export function ReceiveByProduct({ onAdd }: { onAdd: Add }) {
  const [chosen, choose] = useState<number | null>(null)
  return (
    <>
      <ProductSearch closes onChoose={({ id }) => choose(id)} />
      {chosen !== null && <Pairs key={chosen} productId={chosen} onAdd={onAdd} onDone={() => choose(null)} />}
    </>
  )
}

function Pairs({ productId, onAdd, onDone }: { productId: number; onAdd: Add; onDone: () => void }) {
  const read = useApi('GET /api/staff/products/:id/stock', { params: { id: productId } })
  if (!read.data) return <Unread of={read} />
  const { name, variations } = read.data.stock
  const take = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    for (const row of variations.toReversed()) {
      const pieces = Number(form.get(`sku_${row.id}`))
      if (pieces > 0) onAdd({ id: row.id, item: nameOf(row), sku: row.sku }, pieces)
    }
    onDone()
  }
  return (
    <form className={styles.code} onSubmit={take} style={{ display: 'grid' }} aria-label={name}>
      {coloursOf(variations).map(colour => (
        <fieldset key={colour.code ?? ''} className={styles.pairs}>
          <legend>{[name, colour.code && colour.name].filter(Boolean).join(', ')}</legend>
          {sizesOf(variations).map(size => {
            const row = variations.find(
              ({ size_code, colour_code }) => size_code === size.code && colour_code === colour.code,
            )
            return (
              row && (
                <label key={row.id}>
                  {size.name}
                  <BareField name={`sku_${row.id}`} type="number" inputMode="numeric" min={0} max={100_000} step={1} />
                </label>
              )
            )
          })}
        </fieldset>
      ))}
      <Button kind="secondary">{words.addThesePieces}</Button>
    </form>
  )
}
