import { useEffect, useState } from 'react'
import { LEAST_REFERENCE, MOST_REFERENCE, referenceKey } from '#sync/protocol/shop/payment-reference.ts'
import { needsReference } from '#sync/protocol/tender/tender.ts'
import type { LocalSale } from '#sync/till/till-db.ts'
import { settings } from '../settings.ts'
import { till } from '../till.ts'
import type { Cart } from '../cart/open-cart.ts'
import { findTender } from './tender.ts'
import * as words from '../cart/cart-words.ts'

const PAUSE_MS = 250

/** How a payment is proved: by which account, and with which reference. */
export type Referred = Pick<Cart, 'account_code' | 'reference'>

/** Whether the shop wants a reference with this way of paying. */
export function isReferenceNeeded({ account_code }: Pick<Referred, 'account_code'>): boolean {
  const tender = findTender(account_code)
  return tender !== undefined && needsReference(tender, settings.get('momo_reference'))
}

/** Why the shop does not take this reference, in words. */
export function referenceProblem({ account_code, reference }: Referred): string | null {
  if (!isReferenceNeeded({ account_code })) return null
  if (findTender(account_code)?.kind !== 'MOBILE_MONEY') return reference.trim() === '' ? words.referenceAbsent : null
  const { length } = keyOf({ account_code, reference }) ?? ''
  if (length === 0) return words.referenceMissing
  return length < LEAST_REFERENCE || length > MOST_REFERENCE ? words.referenceWrong : null
}

type Referring = Pick<LocalSale, 'account_code' | 'reference'>

/** Whether two payments show the same message of mobile money. */
export const isSameReference = (one: Referring, other: Referring): boolean =>
  keyOf(one) !== null && keyOf(one) === keyOf(other)

const keyOf = ({ account_code, reference }: Referring) =>
  referenceKey({ kind: findTender(account_code)?.kind, reference })

/** The sale on this device that already has the cart's reference, once the cashier pauses; null if there is none. */
export function useUsedReference({ account_code, reference }: Referred): LocalSale | null {
  const key = keyOf({ account_code, reference })
  const [found, setFound] = useState<{ key: string; sale: LocalSale } | null>(null)
  useEffect(() => {
    if (key === null || key.length < LEAST_REFERENCE) return
    let isOver = false
    const timer = setTimeout(async () => {
      const sale = await saleWith(key)
      if (!isOver) setFound(sale ? { key, sale } : null)
    }, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key])
  return found !== null && found.key === key ? found.sale : null
}

/** The latest sale with this reference that still stands. */
const saleWith = (key: string): Promise<LocalSale | undefined> =>
  till.sales
    .orderBy('occurred_at')
    .reverse()
    .filter(sale => !sale.voided && (sale.tenders ?? [sale]).some(payment => keyOf(payment) === key))
    .first()
