import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useVisit } from '#pwa/lib/routed.tsx'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import { Unread } from '../kit/unread.tsx'
import { useCategories } from '../kit/use-categories.ts'
import { CountedProducts, type CountedProduct } from './counted-products.tsx'
import * as words from './count-words.ts'

interface Props {
  open: boolean
  onClose: () => void
  /** Products chosen on another screen; the count then covers these. */
  products?: readonly CountedProduct[]
}

/** Opens a count of everything, of a category, or of chosen products, and goes to it. */
export const NewCount = ({ open, onClose, products = [] }: Props) => (
  <Dialog open={open} onClose={onClose} title={words.newCount}>
    <CountForm products={products} onClose={onClose} />
  </Dialog>
)

const CHOSEN = 'products'

function CountForm({ products: first, onClose }: { products: readonly CountedProduct[]; onClose: () => void }) {
  const visit = useVisit()
  const read = useCategories()
  const [scope, choose] = useState(first.length > 0 ? CHOSEN : '')
  const [products, take] = useState(first)
  const isOfProducts = scope === CHOSEN
  const form = useSubmit(async (typed, key) => {
    const what = isOfProducts ? { product_ids: products.map(({ id }) => id) } : { category_id: Number(scope) || null }
    const { count } = await api('POST /api/staff/stock/counts', { body: { name: textOf(typed, 'name'), ...what }, key })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/stock/counts'] })
    await visit(`/staff/stock/counts/${count.id}`)
    return null
  })
  return (
    <div className={page.stack}>
      <form id="new-count" className={page.stack} onSubmit={form.onSubmit}>
        <ErrorList messages={form.errors} />
        <TextField
          label={words.name}
          name="name"
          required
          maxLength={120}
          hint={words.forExample}
          errors={form.fields.name}
        />
        <SelectField
          label={words.of}
          name="category_id"
          value={scope}
          onChange={event => choose(event.target.value)}
          errors={form.fields.category_id ?? form.fields.product_ids}
        >
          <option value="">{words.everything}</option>
          <option value={CHOSEN}>{words.chosenProducts}</option>
          {read.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Unread of={read} />
      </form>
      {isOfProducts && <CountedProducts products={products} onChange={take} />}
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button form="new-count" busy={form.busy} disabled={isOfProducts && products.length === 0}>
          {words.startCounting}
        </Button>
      </DialogActions>
    </div>
  )
}
