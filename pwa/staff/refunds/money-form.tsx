import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { Account } from '#sync/protocol/staff/ledger.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { LEAST_BY_PROVIDER, type StaffRefund } from '#sync/protocol/shop/refund.ts'
import { DrawerField, drawerIn, useDrawers } from '../lists/drawer-field.tsx'
import { Unread } from '../kit/unread.tsx'
import { takingMoney, useAccountName } from '../kit/use-account-name.ts'
import { useStep } from '../kit/use-step.ts'
import styles from './refund-view.module.css'
import * as words from './refund-words.ts'

const PROVIDER = 'PAYSTACK'
/** No account: the server gives every part of the payment back what is left of it. */
const TO_PARTS = ''

/** Pays a refund, or takes the difference of an exchange, once the possible accounts have loaded. */
export function MoneyForm({ refund }: { refund: StaffRefund }) {
  const read = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  return (
    <div className={styles.step}>
      <h3>{words.money}</h3>
      <Unread of={read} />
      {read.data ? (
        <Payment refund={refund} accounts={takingMoney(read.data.accounts.data)} />
      ) : (
        !read.error && <Loader rows={2} height={44} />
      )}
    </div>
  )
}

function Payment({ refund: { id, amount, order }, accounts }: { refund: StaffRefund; accounts: Account[] }) {
  const canGoBack = order.account_code === PROVIDER && amount >= LEAST_BY_PROVIDER
  const parts = amount > 0 ? (order.tenders ?? []) : []
  const [chosen, choose] = useState(parts.length > 0 ? TO_PARTS : (order.account_code ?? ''))
  const offered = [
    ...(parts.length > 0 ? [TO_PARTS] : []),
    ...(canGoBack ? [PROVIDER] : []),
    ...accounts.map(({ code }) => code),
  ]
  const account = offered.includes(chosen) ? chosen : (offered[0] ?? '')
  const isInCash = account === TO_PARTS && parts.some(part => part.account_code === CASH)
  const drawers = useDrawers(isInCash ? CASH : account)
  const nameOf = useAccountName()
  const { errors, fields, busy, onSubmit } = useStep((form, key) =>
    api('POST /api/staff/refunds/:id/money', {
      params: { id },
      body: { account_code: account, ...drawerIn(form) },
      key,
    }),
  )
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      {order.gift > 0 && amount > 0 && <p>{words.giftCardFirst}</p>}
      <SelectField
        label={amount < 0 ? words.intoWhichAccount : words.refundTo}
        name="account_code"
        value={account}
        onChange={({ target }) => choose(target.value)}
        errors={fields.account_code}
      >
        {parts.length > 0 && (
          <option value={TO_PARTS}>
            {words.backToParts(parts.map(part => words.partLeft(nameOf(part.account_code), part.amount)).join(', '))}
          </option>
        )}
        {canGoBack && <option value={PROVIDER}>{words.asItWasPaid}</option>}
        {accounts.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <DrawerField drawers={drawers} errors={fields.till_id} none={words.salesTill} />
      <div>
        <Button busy={busy} disabled={!drawers.isKnown}>
          {amount < 0 ? words.take(-amount) : words.pay(amount)}
        </Button>
      </div>
    </form>
  )
}
