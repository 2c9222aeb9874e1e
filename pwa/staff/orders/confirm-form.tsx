import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import { TextAreaField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { drawerIn } from '../lists/drawer-field.tsx'
import { refusedHere } from '../kit/refused-here.ts'
import { useStep } from '../kit/use-step.ts'
import { MoneyAccountFields, useMoneyAccount } from './money-account.tsx'
import * as words from './order-words.ts'

interface Props {
  order: StaffOrder
  onClose: () => void
}

/** Enters money that came outside the provider; asks the provider first. */
export function ConfirmForm({ order, onClose }: Props) {
  const heard = useProvider(order.id, onClose)
  const money = useMoneyAccount('BANK')
  const { id, updated_at, total } = order
  const { errors, fields, busy, onSubmit } = useStep(async form => {
    const reason = textOf(form, 'reason')
    if (!reason) throw refusedHere('reason', words.enterReasonPaid)
    const reply = await api('PATCH /api/staff/orders/:id', {
      params: { id },
      body: { status_code: 'PROCESSING', reason, account_code: money.account, ...drawerIn(form), updated_at },
    })
    onClose()
    return reply
  })
  if (!heard) return <Alert kind="info">{words.askingProvider}</Alert>
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <Alert kind={heard.isAnswer ? 'info' : 'warn'}>{heard.words}</Alert>
      <p>{words.confirmOnlySeen(total)}</p>
      <ErrorList messages={errors} />
      <MoneyAccountFields money={money} fields={fields} />
      <TextAreaField
        label={words.reason}
        name="reason"
        required
        maxLength={255}
        hint={words.reasonHint}
        errors={fields.reason}
      />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.goBack}
        </Button>
        <Button busy={busy} disabled={!money.isKnown}>
          {words.manuallyConfirmPayment}
        </Button>
      </DialogActions>
    </form>
  )
}

interface Heard {
  words: string
  isAnswer: boolean
}

/** The provider's answer, requested once as the form opens; an order that is paid needs no form. */
function useProvider(id: number, onPaid: () => void): Heard | null {
  const [heard, hear] = useState<Heard | null>(null)
  const settle = useEffectEvent(async ({ message, order }: { message: string; order: StaffOrder }) => {
    if (order.status_code === 'UNPAID') return hear({ words: message, isAnswer: true })
    say({ words: message })
    onPaid()
    await queries.invalidateQueries()
  })
  useEffect(() => {
    const gone = new AbortController()
    const ask = async () => {
      try {
        const reply = await api('POST /api/staff/orders/:id/check-payment', { params: { id }, signal: gone.signal })
        if (!gone.signal.aborted) await settle(reply)
      } catch (error) {
        if (gone.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        hear({ words: error.message, isAnswer: false })
      }
    }
    void ask()
    return () => gone.abort()
  }, [id])
  return heard
}
