import { useState } from 'react'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { clearanceOf, MANAGEMENT } from '#sync/protocol/roles.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import { takingMoney } from '../kit/use-account-name.ts'
import { DrawerField, drawerIn } from '../lists/drawer-field.tsx'
import { useMoneyAccount } from '../orders/money-account.tsx'
import styles from './gift-cards.module.css'
import * as words from './gift-card-words.ts'
import { ShownCode } from './shown-code.tsx'

/** Value of the choice that no money came for the card. */
const NONE = 'NONE'

/** Sells a gift card at the counter, or gives one away; then shows its code, once. */
export function GiftCardAdd() {
  const [issued, show] = useState<ReplyOf<'POST /api/staff/gift-cards'> | null>(null)
  return issued ? <Issued issued={issued} again={() => show(null)} /> : <Issue onIssued={show} />
}

function Issue({ onIssued }: { onIssued: (issued: ReplyOf<'POST /api/staff/gift-cards'>) => void }) {
  const user = useSignedIn()
  const money = useMoneyAccount(CASH)
  const isGift = money.account === NONE
  const form = useSubmit(async typed => {
    const issued = await api('POST /api/staff/gift-cards', {
      body: {
        amount: Number(textOf(typed, 'amount')),
        account_code: isGift ? null : money.account,
        note: textOf(typed, 'note') || null,
        ...(!isGift && drawerIn(typed)),
      },
    })
    await queries.invalidateQueries()
    onIssued(issued)
    return null
  })
  return (
    <FormScreen
      title={words.issue}
      back="/staff/gift-cards"
      submit={words.issue}
      form={form}
      isReady={money.isKnown || isGift}
    >
      <Unread of={money.read} />
      <TextField
        label={words.amount}
        name="amount"
        type="number"
        inputMode="decimal"
        min="1"
        step="0.01"
        required
        hint={words.inCedis}
        errors={form.fields.amount}
      />
      <SelectField
        label={words.moneyWentTo}
        name="account_code"
        value={money.account}
        onChange={({ target }) => money.choose(target.value)}
        errors={form.fields.account_code}
      >
        {takingMoney(money.accounts ?? []).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
        {user && clearanceOf(user.role_code) >= MANAGEMENT && <option value={NONE}>{words.giveAway}</option>}
      </SelectField>
      <DrawerField drawers={money.drawers} errors={form.fields.till_id} />
      <TextField
        label={words.note}
        name="note"
        maxLength={255}
        autoComplete="off"
        hint={words.noteHint}
        errors={form.fields.note}
      />
    </FormScreen>
  )
}

const Issued = ({ issued, again }: { issued: ReplyOf<'POST /api/staff/gift-cards'>; again: () => void }) => (
  <div className={page.page}>
    <div className={page.head}>
      <h1>{words.card(issued.gift_card.code_end)}</h1>
    </div>
    <div className={styles.card}>
      <ShownCode code={issued.code} />
      <div className={styles.buttons}>
        <Button type="button" onClick={again}>
          {words.issueAnother}
        </Button>
        <ButtonLink to={`/staff/gift-cards/${issued.gift_card.id}/view`} kind="secondary">
          {words.seeCard}
        </ButtonLink>
      </div>
    </div>
  </div>
)
