import { TENDERS, type Tender } from '#sync/protocol/sale.ts'
import * as words from './cart-words.ts'

export const isTender = (code: string): code is Tender => (TENDERS as readonly string[]).includes(code)

/** The till's name of a payment account; the code itself if the till does not offer it. */
export const tenderName = (code: string) => (isTender(code) ? words.tenders[code] : code)

/** The shop's accounts that a till may take money into; all tenders until the accounts are known. */
export function tendersIn(accounts: readonly { code: string }[]): Tender[] {
  const offered = TENDERS.filter(tender => accounts.some(({ code }) => code === tender))
  return offered.length > 0 ? offered : [...TENDERS]
}
