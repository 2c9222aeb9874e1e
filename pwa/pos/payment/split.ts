import { sumCedis, toPesewas } from '#sync/protocol/money.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { FEWEST_PARTS, MOST_PARTS, type TenderPart } from '#sync/protocol/tender/parts.ts'
import type { Draft } from '#sync/till/ring-up.ts'
import { cashOf } from './typed-cash.ts'
import { leftOf, type Cart, type Payment } from '../cart/open-cart.ts'
import { findTender, isArchived, tenderName, tendersOffered } from './tender.ts'
import { isSameReference, referenceProblem } from './used-reference.ts'
import * as words from '../cart/cart-words.ts'

/** The ways of paying for the next part: cash is one part at most, because one drawer gives the change. */
export const tendersLeft = (parts: readonly TenderPart[]) =>
  tendersOffered().filter(({ code }) => code !== CASH || !parts.some(part => part.account_code === CASH))

/** The way of paying that the next part has: the chosen one, else the first that is left. */
export const nextTender = ({ account_code, parts }: Pick<Cart, 'account_code' | 'parts'>): string => {
  const offered = tendersLeft(parts ?? [])
  return offered.some(({ code }) => code === account_code) ? account_code : (offered[0]?.code ?? account_code)
}

/** Splits the payment, or makes it one again. */
export const splitting = (isSplit: boolean): Partial<Payment> => ({
  parts: isSplit ? [] : null,
  tendered: '',
  reference: '',
})

/** The next part as it is typed, or why it cannot be one, in words. No amount means all that is left. */
export function typedPart(cart: Cart): { part: TenderPart } | { problem: string } {
  const left = leftOf(cart)
  const parts = cart.parts ?? []
  const account_code = nextTender(cart)
  const typed = cashOf(cart.tendered) ?? left
  if (Number.isNaN(typed)) return { problem: words.partNoNumber }
  if (typed <= 0) return { problem: words.partNothing }
  const isMore = toPesewas(typed) > toPesewas(left)
  if (isMore && account_code !== CASH) return { problem: words.partTooMuch(left) }
  if (parts.length === MOST_PARTS - 1 && toPesewas(typed) < toPesewas(left)) return { problem: words.lastPart }
  const reference = findTender(account_code)?.asks_reference === 'NO' ? '' : cart.reference.trim()
  const wrong = account_code === CASH ? null : referenceProblem({ account_code, reference })
  if (wrong) return { problem: wrong }
  if (parts.some(part => isSameReference({ account_code, reference }, part))) return { problem: words.referenceTwice }
  return {
    part: {
      account_code,
      amount: isMore ? left : typed,
      ...(isMore && { tendered: typed }),
      ...(reference && { reference }),
    },
  }
}

/** The change for the next part as it is typed, in cedis. */
export function changeOfTyped(cart: Cart): number {
  const typed = typedPart(cart)
  return 'part' in typed && typed.part.tendered ? sumCedis([typed.part.tendered, -typed.part.amount]) : 0
}

/** The payment with one more part, ready for the next. */
export const withPart = (parts: readonly TenderPart[], part: TenderPart): Partial<Payment> => ({
  parts: [...parts, part],
  tendered: '',
  reference: '',
})

/** Why a payment in parts cannot be finished, in words. */
export function splitProblem(cart: Cart): string | null {
  const left = leftOf(cart)
  if (left > 0) return words.partsMissing(left)
  if (left < 0) return words.partsOver(-left)
  for (const { account_code, reference } of cart.parts ?? []) {
    if (isArchived(account_code)) return words.tenderGone
    const wrong = account_code === CASH ? null : referenceProblem({ account_code, reference: reference ?? '' })
    if (wrong) return wrong
  }
  return null
}

type Paid = Pick<Draft, 'account_code' | 'tendered' | 'reference' | 'receipt_tenders' | 'tenders'>

/** How the sale says that it was paid. One part alone is a payment in one way. */
export function paidInParts(parts: readonly TenderPart[]): Paid {
  const [{ account_code, tendered = null, reference = null }] = parts as [TenderPart]
  const receipt_tenders = parts.map(part => tenderName(part.account_code))
  if (parts.length < FEWEST_PARTS) return { account_code, tendered, reference, receipt_tenders }
  return { account_code, tendered: null, reference: null, receipt_tenders, tenders: parts.map(part => ({ ...part })) }
}
