import { useSetAtom } from 'jotai'
import { useState, useTransition } from 'react'
import { api, newIntent } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { FieldGrid, SelectField, TextField } from '#pwa/ui/field.tsx'
import { MOST_IN_BULK, type BulkChange, type BulkOutcome } from '#sync/protocol/staff/bulk-change.ts'
import type { StaffProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { Unread } from '../kit/unread.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { lastBulk, undoable } from './last-bulk.ts'
import { rereadProducts } from '../products/reread-products.ts'
import { amountOf } from '../products/typed-product.ts'
import { useChoices } from '../products/use-choices.ts'
import * as listWords from './product-list-words.ts'

interface Props {
  open: boolean
  products: readonly StaffProductSummary[]
  onClose: () => void
  onDone: () => void
}

/** Changes many products: first the change, then before and after for each, then all or nothing. */
export function BulkDialog({ open, onClose, ...rest }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={listWords.changeProducts(rest.products.length)}>
      <Steps onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Steps({ products, onClose, onDone }: Omit<Props, 'open'>) {
  const [preview, show] = useState<{ change: BulkChange; outcome: BulkOutcome; key: string } | null>(null)
  const [errors, fail] = useState<string[]>([])
  const [busy, start] = useTransition()
  const keep = useSetAtom(lastBulk)
  const apply = ({ change, outcome, key }: NonNullable<typeof preview>) =>
    start(async () => {
      try {
        const { message, bulk } = await api('POST /api/staff/products/bulk', {
          key,
          body: { products: outcome.rows.map(({ id, updated_at }) => ({ id, updated_at })), change },
        })
        keep(undoable(bulk, message))
        onDone()
      } catch (error) {
        fail(messagesOf(error))
      }
      await rereadProducts()
    })
  if (products.length > MOST_IN_BULK)
    return (
      <Alert kind="warn" title={listWords.atMost(MOST_IN_BULK)}>
        {listWords.tooMany(products.length)}
      </Alert>
    )
  if (!preview)
    return (
      <ChangeForm
        ids={products.map(({ id }) => id)}
        onClose={onClose}
        onSeen={(change, outcome) => {
          fail([])
          show({ change, outcome, key: newIntent() })
        }}
      />
    )
  return (
    <>
      <BulkPreview change={preview.change} rows={preview.outcome.rows} />
      <ErrorList messages={errors} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={() => show(null)}>
          {listWords.back}
        </Button>
        <Button
          type="button"
          busy={busy}
          disabled={preview.outcome.rows.some(({ problem }) => problem)}
          onClick={() => apply(preview)}
        >
          {listWords.changeThem}
        </Button>
      </DialogActions>
    </>
  )
}

function ChangeForm({
  ids,
  onClose,
  onSeen,
}: {
  ids: readonly number[]
  onClose: () => void
  onSeen: (change: BulkChange, outcome: BulkOutcome) => void
}) {
  const [kind, choose] = useState<keyof typeof listWords.kinds>('price')
  const { categories, reads } = useChoices()
  const form = useSubmit(async typed => {
    const change = changeIn(typed, kind)
    const { bulk } = await api('POST /api/staff/products/bulk', {
      body: { products: ids.map(id => ({ id })), change, preview: true },
    })
    onSeen(change, bulk)
    return null
  })
  return (
    <form onSubmit={form.onSubmit}>
      <FieldGrid>
        <SelectField
          label={listWords.what}
          name="kind"
          value={kind}
          onChange={event => choose(event.target.value as keyof typeof listWords.kinds)}
        >
          {Object.entries(listWords.kinds).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
        {(kind === 'price' || kind === 'discount') && (
          <>
            <SelectField label={listWords.by} name="by">
              <option value="percent">{listWords.perCent}</option>
              <option value="amount">{listWords.cedis}</option>
            </SelectField>
            <TextField
              key={kind}
              label={kind === 'price' ? listWords.upOrDown : listWords.discount}
              name="value"
              required
              errors={form.fields['change.value']}
              inputMode={kind === 'price' ? 'text' : 'decimal'}
              autoComplete="off"
              hint={kind === 'price' ? listWords.priceHint : listWords.discountHint}
            />
          </>
        )}
        {kind === 'status' && (
          <SelectField label={listWords.status} name="status_code">
            <option value="LIVE">{listWords.live}</option>
            <option value="INACTIVE">{listWords.inactive}</option>
          </SelectField>
        )}
        {kind === 'category' && (
          <>
            <SelectField label={listWords.category} name="category_id" errors={form.fields['change.category_id']}>
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <Unread of={reads.categories} />
          </>
        )}
        <ErrorList messages={form.errors} />
        <DialogActions>
          <Button type="button" kind="secondary" onClick={onClose}>
            {listWords.cancel}
          </Button>
          <Button busy={form.busy}>{listWords.preview}</Button>
        </DialogActions>
      </FieldGrid>
    </form>
  )
}

function changeIn(typed: FormData, kind: keyof typeof listWords.kinds): BulkChange {
  if (kind === 'status') return { kind, status_code: textOf(typed, 'status_code') === 'INACTIVE' ? 'INACTIVE' : 'LIVE' }
  if (kind === 'category') return { kind, category_id: Number(typed.get('category_id')) }
  return { kind, by: typed.get('by') === 'amount' ? 'amount' : 'percent', value: amountOf(typed, 'value') }
}
