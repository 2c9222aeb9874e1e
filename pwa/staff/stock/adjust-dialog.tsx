import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import { ADJUSTMENT_CAUSES, type AdjustmentCause, type StockRow } from '#sync/protocol/staff/stock.ts'
import * as words from './stock-words.ts'

/** Takes pieces off the shelf or adds some, with a reason. */
export const AdjustDialog = ({ row, onClose }: { row: StockRow | null; onClose: () => void }) => (
  <Dialog open={row !== null} onClose={onClose} title={words.adjustStock}>
    {row && <AdjustForm row={row} onClose={onClose} />}
  </Dialog>
)

const FINDS: readonly AdjustmentCause[] = ['FOUND']

function AdjustForm({ row, onClose }: { row: StockRow; onClose: () => void }) {
  const [cause, choose] = useState<AdjustmentCause>('DAMAGED')
  const { errors, fields, busy, onSubmit } = useSubmit(async (form, key) => {
    const pieces = Number(textOf(form, 'pieces'))
    const quantity =
      FINDS.includes(cause) || (cause === 'OTHER' && textOf(form, 'direction') === 'more') ? pieces : -pieces
    const { message } = await api('POST /api/staff/stock/adjustments', {
      body: { variation_id: row.id, quantity, cause, note: textOf(form, 'note') || null },
      key,
    })
    await queries.invalidateQueries()
    say({ words: message })
    onClose()
    return null
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>
        <strong>{[row.name, row.size, row.colour].filter(Boolean).join(' · ')}</strong>
        {words.nowOnHand(row.on_hand)}
      </p>
      <ErrorList messages={errors} />
      <SelectField
        label={words.why}
        name="cause"
        value={cause}
        onChange={event => choose(ADJUSTMENT_CAUSES.find(each => each === event.target.value) ?? 'OTHER')}
      >
        {ADJUSTMENT_CAUSES.map(cause => (
          <option key={cause} value={cause}>
            {words.CAUSE_WORDS[cause]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.pieces}
        name="pieces"
        type="number"
        inputMode="numeric"
        min={1}
        max={1_000_000}
        step={1}
        required
        defaultValue={1}
        errors={fields.quantity}
      />
      {cause === 'OTHER' && (
        <SelectField label={words.whichWay} name="direction" defaultValue="less">
          <option value="less">{words.removedFromTheShelf}</option>
          <option value="more">{words.addedToTheShelf}</option>
        </SelectField>
      )}
      <TextField label={words.note} name="note" maxLength={255} errors={fields.note} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button busy={busy}>{words.adjustStock}</Button>
      </DialogActions>
    </form>
  )
}
