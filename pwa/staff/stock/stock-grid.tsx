import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { presentIn } from '#pwa/lib/api-error.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { useUnsavedState } from '#pwa/forms/use-unsaved-state.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { BareField } from '#pwa/ui/bare-field.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { ProductStock, ShelfRow } from '#sync/protocol/staff/stock.ts'
import { levelOf } from '#sync/protocol/staff/stock.ts'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import { Unread } from '../kit/unread.tsx'
import { ReorderLevel } from './reorder-level.tsx'
import { coloursOf, readAgain, sizesOf, stockBody, typedSince, type Typed } from './grid.ts'
import { ShelfChanged } from '../counts/shelf-changed.tsx'
import styles from './stock-grid.module.css'
import * as words from './stock-words.ts'

/**
 * A product's stock, sizes across and colours down. The input is the stock on hand; each number links to its movements.
 * It is a form, so never put it in another.
 */
export function StockGrid({ productId }: { productId: number }) {
  const read = useApi('GET /api/staff/products/:id/stock', { params: { id: productId } })
  if (read.isPending) return <Loader rows={5} height={56} />
  return (
    <>
      <Unread of={read} />
      {read.data && <GridForm key={productId} stock={read.data.stock} />}
    </>
  )
}

function GridForm({ stock }: { stock: ProductStock }) {
  const [typed, type] = useState<Typed>({})
  const form = useSubmit(async () => {
    try {
      const { message } = await api('PATCH /api/staff/products/:id/variations', {
        params: { id: stock.product_id },
        body: stockBody(typed, stock.variations),
      })
      type(now => typedSince(now, typed))
      await queries.invalidateQueries()
      return message
    } catch (error) {
      const present = shelfIn(presentIn(error))
      if (present) {
        type(now => readAgain(now, present))
        void queries.invalidateQueries({ queryKey: ['GET /api/staff/products/:id/stock'] })
      }
      throw error
    }
  })
  const changed = shelfIn(form.present)?.variations.filter(({ id }) => typed[id]) ?? []
  const hasChanges = Object.keys(stockBody(typed, stock.variations)).length > 1
  const { isUnsaved } = useUnsavedState(hasChanges)
  if (stock.variations.length === 0) return <p>{words.noVariations}</p>
  const sizes = sizesOf(stock.variations)
  const change = ({ id, on_hand, movement_id }: ShelfRow, value: string) =>
    type(now => ({ ...now, [id]: { value, read: now[id] ? now[id].read : { on_hand, movement_id } } }))
  return (
    <div className={styles.stock}>
      <form onSubmit={form.onSubmit}>
        {form.message && !hasChanges && <Alert kind="ok">{form.message}</Alert>}
        {!form.present && <ErrorList messages={form.errors} />}
        {changed.length > 0 && (
          <ShelfChanged rows={changed} typed={typed} busy={form.busy} onTakeTheirs={() => type({})} />
        )}
        <div className={styles.wrap}>
          <table className={styles.grid}>
            <caption className="visually-hidden">{words.stockByColourAndSize}</caption>
            <thead>
              <tr>
                <th scope="col">{words.colour}</th>
                {sizes.map(({ code, name }) => (
                  <th key={code} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {coloursOf(stock.variations).map(({ code, name }) => (
                <tr key={code ?? ''}>
                  <th scope="row">
                    <span className={styles.colour}>
                      {code && <Swatch code={code} />}
                      {name}
                    </span>
                  </th>
                  {sizes.map(size => {
                    const row = stock.variations.find(
                      ({ size_code, colour_code }) => size_code === size.code && colour_code === code,
                    )
                    return (
                      <td key={size.code}>
                        {row ? (
                          <Cell
                            row={row}
                            typed={typed[row.id]?.value}
                            errors={form.fields[`sku_${row.id}`]}
                            onType={value => change(row, value)}
                          />
                        ) : (
                          <span className={styles.none}>–</span>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className={styles.hint}>{words.enterTheShelf}</p>
        <Button busy={form.busy} disabled={!hasChanges}>
          {words.updateStockQuantities}
        </Button>
      </form>
      <ReorderLevel stock={stock} />
      <LeaveDialog isUnsaved={isUnsaved} />
    </div>
  )
}

/** The rows in the server's refusal, if another user saved first. */
const shelfIn = (present: Record<string, unknown> | null) => present as Pick<ProductStock, 'variations'> | null

interface CellProps {
  row: ShelfRow
  typed: string | undefined
  errors: string[] | undefined
  onType: (value: string) => void
}

function Cell({ row, typed, errors, onType }: CellProps) {
  const level = levelOf(row)
  const what = `${row.size}${row.colour ? `, ${row.colour}` : ''}`
  return (
    <div className={styles.cell} data-level={level ?? undefined}>
      <BareField
        name={`sku_${row.id}`}
        type="number"
        inputMode="numeric"
        min={0}
        max={1_000_000}
        step={1}
        aria-label={words.onTheShelf(what)}
        value={typed ?? (row.on_hand < 0 ? '' : String(row.on_hand))}
        placeholder={row.on_hand < 0 ? formatCount(row.on_hand) : undefined}
        data-typed={typed !== undefined || undefined}
        errors={errors}
        onChange={event => onType(event.target.value)}
      />
      <Link
        to={`/staff/stock/${row.id}/movements`}
        aria-label={words.cellLink({ what, available: row.available, reserved: row.reserved, onHand: row.on_hand })}
      >
        <span className={styles.left}>{words.leftOf(row.available)}</span>
        {row.reserved !== 0 && <span>{words.reservedOf(row.reserved)}</span>}
        {level && level !== 'ZERO' && <span className={styles.word}>{words.LEVEL_WORDS[level]}</span>}
      </Link>
      <span className={styles.code}>
        {row.id} · {row.sku}
        {row.barcode && ` · ${row.barcode}`}
      </span>
    </div>
  )
}
