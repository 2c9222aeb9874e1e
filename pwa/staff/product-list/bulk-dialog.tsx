import { useSetAtom } from 'jotai'
import { useState, useTransition } from 'react'
import { api, newIntent } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { formatCount } from '#pwa/lib/format.ts'
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

interface Props {
  open: boolean
  products: readonly StaffProductSummary[]
  onClose: () => void
  onDone: () => void
}

/** Changes many products: what, then before and after for each, then all of it or nothing. */
export function BulkDialog({ open, onClose, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Change ${rest.products.length === 1 ? '1 product' : `${rest.products.length} products`}`}
    >
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
      <Alert
        kind="warn"
        title={`At most ${MOST_IN_BULK} products are changed at once.`}
      >{`${formatCount(products.length)} are chosen. Please choose fewer.`}</Alert>
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
          Back
        </Button>
        <Button
          type="button"
          busy={busy}
          disabled={preview.outcome.rows.some(({ problem }) => problem)}
          onClick={() => apply(preview)}
        >
          Change them
        </Button>
      </DialogActions>
    </>
  )
}

const KINDS = { price: 'Price', discount: 'Discount', status: 'Status', category: 'Category' } as const

function ChangeForm({
  ids,
  onClose,
  onSeen,
}: {
  ids: readonly number[]
  onClose: () => void
  onSeen: (change: BulkChange, outcome: BulkOutcome) => void
}) {
  const [kind, choose] = useState<keyof typeof KINDS>('price')
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
          label="What"
          name="kind"
          value={kind}
          onChange={event => choose(event.target.value as keyof typeof KINDS)}
        >
          {Object.entries(KINDS).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </SelectField>
        {(kind === 'price' || kind === 'discount') && (
          <>
            <SelectField label="By" name="by">
              <option value="percent">Per cent of the price</option>
              <option value="amount">GH₵</option>
            </SelectField>
            <TextField
              key={kind}
              label={kind === 'price' ? 'Up or down by' : 'Discount'}
              name="value"
              required
              errors={form.fields['change.value']}
              inputMode={kind === 'price' ? 'text' : 'decimal'}
              autoComplete="off"
              hint={kind === 'price' ? '-10 lowers, 10 raises' : '0 removes the discount'}
            />
          </>
        )}
        {kind === 'status' && (
          <SelectField label="Status" name="status_code">
            <option value="LIVE">Live</option>
            <option value="INACTIVE">Inactive</option>
          </SelectField>
        )}
        {kind === 'category' && (
          <>
            <SelectField label="Category" name="category_id" errors={form.fields['change.category_id']}>
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
            Cancel
          </Button>
          <Button busy={form.busy}>Preview</Button>
        </DialogActions>
      </FieldGrid>
    </form>
  )
}

function changeIn(typed: FormData, kind: keyof typeof KINDS): BulkChange {
  if (kind === 'status') return { kind, status_code: textOf(typed, 'status_code') === 'INACTIVE' ? 'INACTIVE' : 'LIVE' }
  if (kind === 'category') return { kind, category_id: Number(typed.get('category_id')) }
  return { kind, by: typed.get('by') === 'amount' ? 'amount' : 'percent', value: amountOf(typed, 'value') }
}
