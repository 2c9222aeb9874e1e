import { useMemo } from 'react'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { TextField } from '#pwa/ui/field.tsx'
import type { ProductStock } from '#sync/protocol/staff/stock.ts'
import { RowForm } from '../kit/row-form.tsx'
import styles from './stock-grid.module.css'
import * as words from './stock-words.ts'

/** The reorder level of a product or, with `variationId`, of a variation. Empty follows the level above. */
export function ReorderLevel({ stock, variationId }: { stock: ProductStock; variationId?: number }) {
  const own = levelIn(stock, variationId)
  const above = variationId === undefined ? stock.shop_reorder_level : (stock.reorder_level ?? stock.shop_reorder_level)
  const form = useSubmit(async typed => {
    const text = textOf(typed, 'reorder_level')
    const bodyOf = (reorder_level: number | null) =>
      variationId === undefined ? { reorder_level } : { variations: [{ id: variationId, reorder_level }] }
    const as_read = bodyOf(JSON.parse(textOf(typed, 'updated_at')) as number | null)
    const { message } = await api('PATCH /api/staff/products/:id/stock', {
      params: { id: stock.product_id },
      body: { ...bodyOf(text === '' ? null : Number(text)), as_read },
    })
    await queries.invalidateQueries()
    return message
  })
  const present = useMemo(
    () => form.present && versionOf(levelIn(form.present as unknown as ProductStock, variationId)),
    [form.present, variationId],
  )
  return (
    <div className={styles.level}>
      <RowForm submit={words.save} form={{ ...form, present }} row={versionOf(own)}>
        <TextField
          label={words.reorderLevel}
          name="reorder_level"
          type="number"
          inputMode="numeric"
          min={0}
          max={65_535}
          step={1}
          defaultValue={own ?? ''}
          errors={form.fields.reorder_level ?? form.fields['variations.0.reorder_level']}
          hint={words.lowHint(above, variationId === undefined)}
        />
      </RowForm>
    </div>
  )
}

const levelIn = (stock: ProductStock, variationId: number | undefined): number | null =>
  variationId === undefined
    ? stock.reorder_level
    : (stock.variations.find(({ id }) => id === variationId)?.own_reorder_level ?? null)

/** A level has no version of its own: its value tells whether it changed. */
const versionOf = (reorder_level: number | null) => ({ updated_at: JSON.stringify(reorder_level), reorder_level })
