import { randomUUID } from 'node:crypto'
import { DENOMINATIONS, worthOf, type CountedCash } from '#sync/protocol/shifts/denominations.ts'
import { shiftsAt } from '#tests/support/till/shift-day.ts'
import type { SignedShop } from '#tests/support/till/signed-shop.ts'
import type { SigningTill } from '#tests/support/till/signing-till.ts'

/** A day at one till at which nobody errs. */
export interface RandomDay {
  /** In the order of the till's chain. */
  mutations: { id: string; kind: string }[]
  /** What is in the drawer in the end, in pesewas. */
  held: number
  /** The shifts that were closed, with what was counted, in cedis. */
  closed: { id: string; counted: number }[]
}

/** A till that has several days, one after the other by its clock; epoch ms. */
export interface TillOfDays {
  till: SigningTill
  clock: { now: number }
  random: (below: number) => number
}

/** Notes and coins that come to an amount in pesewas. */
function piecesOf(pesewas: number): CountedCash {
  let left = pesewas
  return Object.fromEntries(
    DENOMINATIONS.flatMap(({ code, pesewas: worth }) => {
      const pieces = Math.floor(left / worth)
      left -= pieces * worth
      return pieces > 0 ? [[code, pieces]] : []
    }),
  )
}

const TENDERS = ['CASH', 'CASH', 'BANK', 'MTN_MOBILE_MONEY']
/** Many days must fit between the last ten minutes and now. */
const STEP_MS = 20

/** One or two shifts with sales, voids, moves, openings and notes, and sales before, between and after them. */
export function aRandomDay(here: SignedShop, { till, clock, random }: TillOfDays): RandomDay {
  const at = shiftsAt(here, till)
  const mutations: RandomDay['mutations'] = []
  const closed: RandomDay['closed'] = []
  const done = <Mutation extends { id: string; kind: string }>(mutation: Mutation): Mutation => {
    mutations.push(mutation)
    return mutation
  }
  const occurred = () => ({ occurred_at: new Date((clock.now += STEP_MS)).toISOString() })
  let held = 0

  const sell = () => {
    const price = (1 + random(9_999)) / 100
    const lines = [{ product_variation_id: here.jeans, quantity: 1 + random(3), price }]
    const sale = done(at.sell(TENDERS[random(TENDERS.length)]!, { ...totalled(lines), ...occurred() }))
    const cash = sale.payload.account_code === 'CASH' ? Math.round(sale.payload.total * 100) : 0
    held += cash
    if (random(5) > 0) return
    done(at.takeBack(sale.payload, occurred()))
    held -= cash
  }
  const note = () => {
    const fact = { id: randomUUID(), text: 'Out of bags.', teller_id: here.owner.id, ...occurred() }
    done(till.sign('note.left', fact))
  }
  const inShift = (shift_id: string): (() => void)[] => [
    sell,
    sell,
    sell,
    note,
    () => done(at.noSale(shift_id, occurred())),
    () => {
      const pesewas = 1 + random(20_000)
      done(at.payOut(shift_id, pesewas / 100, { direction: 'IN', reason: 'CHANGE', ...occurred() }))
      held += pesewas
    },
    () => {
      if (held === 0) return
      const pesewas = 1 + random(held)
      done(at.payOut(shift_id, pesewas / 100, { ...occurred(), reason: ['SAFE', 'BANK', 'OTHER'][random(3)]! }))
      held -= pesewas
    },
  ]

  for (let shifts = 1 + random(2); shifts > 0; shifts -= 1) {
    if (random(2) === 0) sell()
    const float = piecesOf(random(30_000))
    const shift = done(at.open({ float, ...occurred() }))
    held = worthOf(float)
    const acts = inShift(shift.id)
    for (let n = random(12); n > 0; n -= 1) acts[random(acts.length)]!()
    done(at.close(shift.id, piecesOf(held), occurred()))
    closed.push({ id: shift.id, counted: held / 100 })
  }
  if (random(2) === 0) sell()
  return { mutations, held, closed }
}

/** Lines with their total, to the pesewa. */
const totalled = (lines: { product_variation_id: number; quantity: number; price: number }[]) => ({
  lines,
  total: lines.reduce((sum, { quantity, price }) => sum + quantity * Math.round(price * 100), 0) / 100,
})
