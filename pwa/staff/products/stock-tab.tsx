import Barcode from 'lucide-react/icons/barcode'
import { useState, useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { useUnsavedState } from '#pwa/forms/use-unsaved-state.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { StockGrid } from '../stock/stock-grid.tsx'
import { Unread } from '../kit/unread.tsx'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import { ChoiceGrid, NOTHING_TICKED, pairOf } from './choice-grid.tsx'
import { ProductLabels } from '../labels/product-labels.tsx'
import styles from './products.module.css'
import { useChoices } from './use-choices.ts'
import * as productWords from './product-words.ts'

/** A product's stock, with its sizes and colours. */
export function StockTab({ product }: { product: StaffProduct }) {
  const [labels, show] = useState(false)
  const [busy, start] = useTransition()
  const bare = product.variations.filter(({ barcode }) => !barcode).length
  const makeBarcodes = () =>
    start(async () => {
      try {
        say({
          words: (await api('POST /api/staff/products/:id/barcodes', { params: { id: product.id } })).message,
          kind: 'ok',
        })
      } catch (error) {
        say({ words: messagesOf(error)[0]!, kind: 'bad' })
      }
      await queries.invalidateQueries()
    })
  return (
    <div className={styles.sections}>
      <StockGrid productId={product.id} />
      <div className={styles.doors}>
        <Button
          type="button"
          kind="secondary"
          icon={<Barcode size={20} aria-hidden />}
          disabled={product.variations.length === 0}
          onClick={() => show(true)}
        >
          {productWords.printLabels}
        </Button>
        {bare > 0 && (
          <Button type="button" kind="secondary" busy={busy} onClick={makeBarcodes}>
            {productWords.makeBarcodes(bare)}
          </Button>
        )}
      </div>
      <AddVariations key={product.variations.length} product={product} />
      <ProductLabels open={labels} ids={[product.id]} onClose={() => show(false)} />
    </div>
  )
}

function AddVariations({ product }: { product: StaffProduct }) {
  const { sizes, colours, reads } = useChoices()
  const [ticked, tick] = useState(NOTHING_TICKED)
  const { isUnsaved } = useUnsavedState(ticked.sizes.size + ticked.colours.size > 0)
  const form = useSubmit(async (_, key) => {
    const { message } = await api('POST /api/staff/products/:id/variations', {
      params: { id: product.id },
      key,
      body: { sizes: [...ticked.sizes], colours: [...ticked.colours] },
    })
    say({ words: message, kind: 'ok' })
    tick(NOTHING_TICKED)
    await queries.invalidateQueries()
    return message
  })
  const there = new Set(product.variations.map(({ size_code, colour_code }) => pairOf(size_code, colour_code)))
  return (
    <form className={styles.section} onSubmit={form.onSubmit}>
      <h2>{productWords.addVariations}</h2>
      {form.message && <Alert kind="ok">{form.message}</Alert>}
      <ErrorList messages={form.errors} />
      <Unread of={[reads.sizes, reads.colours]} />
      <ChoiceGrid sizes={sizes} colours={colours} ticked={ticked} onTick={tick} there={there} />
      <div>
        <Button busy={form.busy} disabled={ticked.sizes.size === 0}>
          {productWords.addVariations}
        </Button>
      </div>
      <LeaveDialog isUnsaved={isUnsaved} />
    </form>
  )
}
