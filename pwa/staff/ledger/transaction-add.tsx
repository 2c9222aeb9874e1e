import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { KEPT_BY_SHOP } from '#sync/protocol/staff/ledger.ts'
import { DrawerField, drawerIn, useDrawers } from '../lists/drawer-field.tsx'
import { FormScreen } from '../kit/form-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import { rereadLedger } from './reread-ledger.ts'
import * as words from './ledger-words.ts'

/**
 * Books a manual entry: money paid in or out without an order. Then shows the entries, so that a second press cannot
 * book it twice.
 */
export function TransactionAdd() {
  const navigate = useNavigate()
  const read = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  const accounts = (read.data?.accounts.data ?? []).filter(({ code }) => !KEPT_BY_SHOP.includes(code))
  const [chosen, choose] = useState('')
  const account = chosen || accounts[0]?.code || ''
  const drawers = useDrawers(account)
  const form = useSubmit(async (typed, key) => {
    const direction = textOf(typed, 'direction') === 'Dr' ? ('Dr' as const) : ('Cr' as const)
    const amount = Math.abs(Number(textOf(typed, 'amount')))
    const business_date = textOf(typed, 'business_date')
    const { message } = await api('POST /api/staff/transactions', {
      body: {
        account_code: account,
        direction,
        amount: direction === 'Dr' ? -amount : amount,
        description: textOf(typed, 'description'),
        ...(business_date && { business_date }),
        ...drawerIn(typed),
      },
      key,
    })
    await rereadLedger()
    say({ words: message })
    void navigate('/staff/accounts', { replace: true })
    return null
  })
  return (
    <FormScreen
      title={words.recordTransaction}
      back="/staff/accounts"
      submit={words.recordTransaction}
      form={form}
      isReady={account !== '' && drawers.isKnown}
    >
      <Unread of={read} />
      <SelectField
        label={words.account}
        name="account_code"
        value={account}
        onChange={({ target }) => choose(target.value)}
        errors={form.fields.account_code}
      >
        {accounts.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <DrawerField drawers={drawers} errors={form.fields.till_id} />
      <SelectField label={words.direction} name="direction" defaultValue="Cr" errors={form.fields.direction}>
        <option value="Cr">{words.moneyIn}</option>
        <option value="Dr">{words.moneyOut}</option>
      </SelectField>
      <TextField
        label={words.amount}
        name="amount"
        type="number"
        inputMode="decimal"
        min="0.01"
        step="0.01"
        required
        hint={words.inCedis}
        errors={form.fields.amount}
      />
      <TextField
        label={words.description}
        name="description"
        required
        maxLength={255}
        autoComplete="off"
        errors={form.fields.description}
      />
      <TextField
        label={words.day}
        name="business_date"
        type="date"
        hint={words.dayHint}
        errors={form.fields.business_date}
      />
    </FormScreen>
  )
}
