import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { formatCedis } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { LEAST_BY_PROVIDER, type StaffRefund } from '#sync/protocol/refund.ts'
import { DrawerField, drawerIn } from '../drawer-field.tsx'
import styles from './refund-view.module.css'
import { useStep } from './use-step.ts'

const PROVIDER = 'PAYSTACK'

/** Pays a refund out, or takes the difference of an exchange. */
export function MoneyForm({ refund: { id, amount, order } }: { refund: StaffRefund }) {
  const accounts = useApi('GET /api/staff/accounts', { query: { per_page: 100 } }).data?.accounts.data.filter(({ at_till }) => at_till) ?? []
  const canGoBack = order.account_code === PROVIDER && amount >= LEAST_BY_PROVIDER
  const [chosen, choose] = useState(order.account_code ?? '')
  const offered = [...canGoBack ? [PROVIDER] : [], ...accounts.map(({ code }) => code)]
  const account = offered.includes(chosen) ? chosen : offered[0] ?? ''
  const { errors, fields, busy, onSubmit } = useStep((form, key) => api('POST /api/staff/refunds/:id/money', { params: { id }, body: { account_code: account, ...drawerIn(form) }, key }))
  return (
    <form className={styles.step} onSubmit={onSubmit}>
      <h3>Money</h3>
      <ErrorList messages={errors} />
      <SelectField label={amount < 0 ? 'Into which account' : 'How it goes back'} name="account_code" value={account} onChange={({ target }) => choose(target.value)} errors={fields.account_code}>
        {canGoBack && <option value={PROVIDER}>The way it came: card or wallet, through the payment provider</option>}
        {accounts.map(({ code, name }) => <option key={code} value={code}>{name}</option>)}
      </SelectField>
      <DrawerField account={account} errors={fields.till_id} none="That of the sale, or of no till" />
      <div><Button busy={busy}>{amount < 0 ? `Take ${formatCedis(-amount)}` : `Pay ${formatCedis(amount)} back`}</Button></div>
    </form>
  )
}
