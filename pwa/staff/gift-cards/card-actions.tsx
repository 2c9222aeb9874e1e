import { useState } from 'react'
import { textOf } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { GiftCard } from '#sync/protocol/staff/gift-card.ts'
import { takingMoney } from '../kit/use-account-name.ts'
import { useStep } from '../kit/use-step.ts'
import styles from './gift-cards.module.css'
import * as words from './gift-card-words.ts'

type Action = 'adjust' | 'code' | 'void'
const TITLES: Record<Action, string> = { adjust: words.adjust, code: words.newCode, void: words.voidCard }

interface Props {
  card: GiftCard
  /** It was bought on the website, so its money can go back the way it came. */
  isOnline: boolean
  onCode: (code: string) => void
}

/** What management may do with a card that is not void. */
export function CardActions({ card, isOnline, onCode }: Props) {
  const [open, show] = useState<Action | null>(null)
  const close = () => show(null)
  return (
    <div className={styles.buttons}>
      {(['adjust', 'code', 'void'] as const).map(action => (
        <Button
          key={action}
          type="button"
          kind={action === 'void' ? 'danger' : 'secondary'}
          onClick={() => show(action)}
        >
          {TITLES[action]}
        </Button>
      ))}
      <Dialog open={open !== null} onClose={close} title={open ? TITLES[open] : ''}>
        {open && (
          <ActionForm key={open} action={open} card={card} isOnline={isOnline} onCode={onCode} onClose={close} />
        )}
      </Dialog>
    </div>
  )
}

interface FormProps extends Props {
  action: Action
  onClose: () => void
}

function ActionForm({ action, card: { id, balance, updated_at }, isOnline, onCode, onClose }: FormProps) {
  const { errors, fields, busy, onSubmit } = useStep(async (form, key) => {
    const body = { note: textOf(form, 'note'), updated_at }
    const params = { id }
    if (action === 'code') {
      const reply = await api('POST /api/staff/gift-cards/:id/code', { params, body })
      onCode(reply.code)
      onClose()
      return reply
    }
    const reply =
      action === 'void'
        ? await api('POST /api/staff/gift-cards/:id/void', {
            params,
            body: { ...body, account_code: textOf(form, 'account_code') || null },
            key,
          })
        : await api('POST /api/staff/gift-cards/:id/adjust', {
            params,
            body: { ...body, amount: Number(textOf(form, 'amount')) },
            key,
          })
    onClose()
    return reply
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      {action === 'void' && <p>{words.voidMeans(balance)}</p>}
      {action === 'code' && <p>{words.newCodeMeans}</p>}
      <ErrorList messages={errors} />
      {action === 'adjust' && (
        <TextField
          label={words.amount}
          name="amount"
          type="number"
          inputMode="decimal"
          step="0.01"
          required
          hint={words.adjustHint}
          errors={fields.amount}
        />
      )}
      {action === 'void' && <PayBack left={isOnline ? balance : null} errors={fields.account_code} />}
      <TextField label={words.reason} name="note" required maxLength={255} autoComplete="off" errors={fields.note} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button kind={action === 'void' ? 'danger' : 'primary'} busy={busy}>
          {TITLES[action]}
        </Button>
      </DialogActions>
    </form>
  )
}

interface PayBackProps {
  /** What can go back by the provider. */
  left: number | null
  errors?: string[] | undefined
}

/** Where the money for a card comes from, if it goes back. */
function PayBack({ left, errors }: PayBackProps) {
  const { data } = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  return (
    <SelectField
      label={words.refundTo}
      name="account_code"
      required={false}
      hint={left === null ? words.payBackHint : words.payBackOnlineHint}
      errors={errors}
    >
      <option value="">{words.nothingBack}</option>
      {left !== null && left > 0 && <option value="PAYSTACK">{words.byProvider(left)}</option>}
      {takingMoney(data?.accounts.data ?? []).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
