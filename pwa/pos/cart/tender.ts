import { TENDERS, type Tender } from '#sync/protocol/sale.ts'
import * as words from './cart-words.ts'

export const isTender = (code: string): code is Tender => (TENDERS as readonly string[]).includes(code)

/** What the till calls a payment account; the code itself where it is one that the till does not offer. */
export const tenderName = (code: string) => (isTender(code) ? words.tenders[code] : code)

/** Of the shop's accounts those a till may take money into; all of them until the accounts are known. */
export function tendersIn(accounts: readonly { code: string }[]): Tender[] {
  const offered = TENDERS.filter(tender => accounts.some(({ code }) => code === tender))
  return offered.length > 0 ? offered : [...TENDERS]
}
