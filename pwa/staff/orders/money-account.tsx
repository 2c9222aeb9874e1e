import { useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import { SelectField } from '#pwa/ui/field.tsx'
import { Unread } from '../kit/unread.tsx'
import { takingMoney } from '../kit/use-account-name.ts'
import { DrawerField, useDrawers } from '../lists/drawer-field.tsx'
import * as words from './order-words.ts'

/** The account that money of an order came into, and whose drawer cash is in. `isKnown`: both can be chosen. */
export function useMoneyAccount(first: string) {
  const read = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  const accounts = read.data?.accounts.data
  const [account, choose] = useState(first)
  const drawers = useDrawers(account)
  return { read, accounts, account, choose, drawers, isKnown: accounts !== undefined && drawers.isKnown }
}

interface Props {
  money: ReturnType<typeof useMoneyAccount>
  fields: Readonly<Record<string, string[] | undefined>>
}

export const MoneyAccountFields = ({ money: { read, accounts, account, choose, drawers }, fields }: Props) => (
  <>
    <Unread of={read} />
    <SelectField
      label={words.accountWithTheMoney}
      name="account_code"
      value={account}
      onChange={({ target }) => choose(target.value)}
      errors={fields.account_code}
    >
      {takingMoney(accounts ?? []).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
    <DrawerField drawers={drawers} errors={fields.till_id} />
  </>
)
