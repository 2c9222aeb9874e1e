import { usualName } from '#pwa/lib/account-names.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import type { Account } from '#sync/protocol/staff/ledger.ts'

/** What the shop calls an account; its usual name until the accounts are known. */
export function useAccountName(): (code: string) => string {
  const { data } = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  return code => data?.accounts.data.find(account => account.code === code)?.name ?? usualName(code)
}

/** The accounts that take money from customers, in the shop's order. */
export const takingMoney = (accounts: readonly Account[]): Account[] =>
  accounts.filter(({ at_till }) => at_till).sort((a, b) => a.place - b.place)
