import { DENOMINATIONS, MOST_OF_ONE, type CountedCash } from '#sync/protocol/shifts/denominations.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import type { CountedTender } from '#sync/protocol/kinds/shift-close.ts'
import * as reportWords from '#pwa/shifts/shift-words.ts'
import { cashOf } from '../payment/typed-cash.ts'
import { tenderName, tendersOffered } from '../payment/tender.ts'
import * as words from './shift-screen-words.ts'

/** What can be counted besides the drawer. */
export const otherTenders = () => tendersOffered().filter(({ code }) => code !== CASH)

type Typed = Readonly<Record<string, string>>

/** The fields of a form as text. */
export const typedIn = (form: HTMLFormElement): Typed =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))

/** The notes and coins of a form; those that are not whole numbers count for nothing. */
export const cashTyped = (typed: Typed): CountedCash =>
  Object.fromEntries(
    DENOMINATIONS.flatMap(({ code }) => (isCount(typed[code] ?? '') ? [[code, Number(typed[code])]] : [])),
  )

const isCount = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= MOST_OF_ONE

/** What is wrong with the notes and coins of a form, in words. */
export function cashProblems(typed: Typed): string[] {
  const filled = DENOMINATIONS.filter(({ code }) => typed[code])
  if (filled.length === 0) return [words.nothingCounted]
  return filled
    .filter(({ code }) => !isCount(typed[code]!))
    .map(({ code }) => words.wrongCount(reportWords.pieces[code]))
}

/** The amounts of other tenders in a form. */
export const tendersTyped = (typed: Typed): CountedTender[] =>
  otherTenders().flatMap(({ code: account_code }) => {
    const amount = cashOf(typed[account_code] ?? '')
    return amount === null ? [] : [{ account_code, amount }]
  })

export const tenderProblems = (typed: Typed): string[] =>
  tendersTyped(typed)
    .filter(({ amount }) => Number.isNaN(amount))
    .map(({ account_code }) => words.wrongAmount(tenderName(account_code)))

/** What was typed in a form, so that a count outlives a reload. The whole count stays on this device. */
export function keptCount(name: string) {
  const key = `count-${name}`
  return {
    read: (): Typed => {
      try {
        return (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Typed
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        return {}
      }
    },
    keep: (typed: Typed) => {
      try {
        localStorage.setItem(key, JSON.stringify(typed))
      } catch (error) {
        if (!(error instanceof DOMException)) throw error // a full storage: the count is only in the form
      }
    },
    drop: () => localStorage.removeItem(key),
  }
}
