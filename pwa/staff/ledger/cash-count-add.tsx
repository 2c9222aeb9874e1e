import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { FormScreen } from '../kit/form-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import { rereadLedger } from './reread-ledger.ts'
import * as words from './ledger-words.ts'

/** Enters counted cash. The expected amount appears only afterwards, so that nobody counts towards it. */
export function CashCountAdd() {
  const navigate = useNavigate()
  const accountsRead = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  const accounts = accountsRead.data?.accounts.data ?? [{ code: CASH, name: words.cash }]
  const tillsRead = useApi('GET /api/staff/tills', { query: { per_page: 100 } })
  const tills = tillsRead.data?.tills.data ?? []
  const [till, chooseTill] = useState('')
  const form = useSubmit(async (typed, key) => {
    const remains = textOf(typed, 'remains')
    const { message, cash_count } = await api('POST /api/staff/cash-counts', {
      body: {
        account_code: textOf(typed, 'account_code'),
        till_id: Number(till) || null,
        counted: Number(textOf(typed, 'counted')),
        note: textOf(typed, 'note'),
        ...(till && remains && { remains: Number(remains) }),
      },
      key,
    })
    await rereadLedger()
    say({ words: message })
    void navigate(`/staff/cash-counts/${cash_count.id}/view`, { replace: true })
    return null
  })
  return (
    <FormScreen
      title={words.countCash}
      back="/staff/cash-counts"
      submit={words.compareWithTheBook}
      form={form}
      isReady={!tillsRead.isPending}
    >
      <Unread of={[accountsRead, tillsRead]} />
      <SelectField
        key={accounts.length}
        label={words.account}
        name="account_code"
        defaultValue={CASH}
        errors={form.fields.account_code}
      >
        {accounts.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.whatIsCounted}
        name="till_id"
        value={till}
        onChange={event => chooseTill(event.target.value)}
        errors={form.fields.till_id}
      >
        <option value="">{words.allOfTheAccount}</option>
        {tills.map(({ id, name }) => (
          <option key={id} value={id}>
            {words.theDrawerOf(name)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.counted}
        name="counted"
        type="number"
        inputMode="decimal"
        min="0"
        step="0.01"
        required
        hint={words.inCedis}
        errors={form.fields.counted}
      />
      {till && (
        <TextField
          label={words.staysInTheDrawer}
          name="remains"
          type="number"
          inputMode="decimal"
          min="0"
          step="0.01"
          hint={words.staysHint}
          errors={form.fields.remains}
        />
      )}
      <TextField label={words.note} name="note" maxLength={255} autoComplete="off" errors={form.fields.note} />
    </FormScreen>
  )
}
