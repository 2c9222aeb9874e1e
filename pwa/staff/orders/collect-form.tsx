import { api } from '#pwa/lib/api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import page from '#pwa/ui/page.module.css'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { drawerIn } from '../lists/drawer-field.tsx'
import { useStep } from '../kit/use-step.ts'
import { MoneyAccountFields, useMoneyAccount } from './money-account.tsx'
import * as words from './order-words.ts'

/** Enters the money collected for an order that is paid on delivery. */
export function CollectForm({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const money = useMoneyAccount(CASH)
  const { id, updated_at, due } = order
  const { errors, fields, busy, onSubmit } = useStep(async (form, key) => {
    const reply = await api('POST /api/staff/orders/:id/collect', {
      params: { id },
      body: { account_code: money.account, ...drawerIn(form), updated_at },
      key,
    })
    onClose()
    return reply
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>{words.collectOnlySeen(due)}</p>
      <ErrorList messages={errors} />
      <MoneyAccountFields money={money} fields={fields} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.goBack}
        </Button>
        <Button busy={busy} disabled={!money.isKnown}>
          {words.collect(due)}
        </Button>
      </DialogActions>
    </form>
  )
}
