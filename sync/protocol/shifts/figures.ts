import { sumCedis, toCedis, toPesewas } from '../money.ts'
import { CASH } from '../tender/tender.ts'
import type { MoveDirection } from '../kinds/cash-move.ts'
import type { VoidReason } from '../kinds/sale-void.ts'
import { worthOf, type CountedCash } from './denominations.ts'

/** A sale as a shift's report counts it; money in cedis. */
export interface SoldInShift {
  number: string
  occurred_at: string
  /** What was paid into which account: a gift card pays a part. */
  paid: readonly { account_code: string; amount: number }[]
  subtotal: number
  discount: number
  total: number
}

/** Cash put into the drawer or taken out of it; `amount` above 0, in cedis. */
export interface MovedInShift {
  direction: MoveDirection
  reason: string
  amount: number
}

/** A sale that was voided during a shift; what went back, in cedis. */
export interface VoidedInShift {
  number: string
  occurred_at: string
  teller_id: number
  /** The teller's name, where it is shown: the books keep none. */
  teller?: string
  reason: VoidReason
  back: readonly { account_code: string; amount: number }[]
}

/** What a shift's report is worked out from, on the till and on the server alike. */
export interface ShiftFacts {
  float: CountedCash
  /** In the order of the till's chain. */
  sales: readonly SoldInShift[]
  /** In the order of the till's chain. */
  voids: readonly VoidedInShift[]
  moves: readonly MovedInShift[]
  /** What the back office moved in the drawer, in cedis, below 0 if paid out; no till knows it. */
  desk?: number
  drawer_openings: number
  /** Numbers of the till's chain between the shift's beginning and end that have not arrived. */
  missing: number
}

/** What was counted when a shift was closed. */
export interface ShiftCount {
  counted: CountedCash
  tenders: readonly { account_code: string; amount: number }[]
}

/**
 * One way of paying: `counted` and `difference` are null where nobody counted. `voided` is what voids gave back; absent
 * if they gave nothing.
 */
export interface TenderFigures {
  account_code: string
  sales: number
  voided?: number
  expected: number
  counted: number | null
  difference: number | null
}

/** A voided sale in a shift's report, with who voided it. */
export interface VoidFigures extends Omit<VoidedInShift, 'back'> {
  amount: number
}

/** A shift's report, in cedis. Sales are as rung up; `voids`: those that went back, absent if none. `by_hour`: hours in UTC, such as '2026-11-23T14'. */
export interface ShiftFigures {
  float: number
  sales: number
  subtotal: number
  discount: number
  total: number
  average: number
  voids?: VoidFigures[]
  paid_in: number
  paid_out: number
  /** By direction and reason, in the order of the first of each. Absent where no cash was moved. */
  moved?: MovedInShift[]
  /** What the back office moved in the drawer, below 0 if paid out; absent if nothing. */
  desk?: number
  drawer_openings: number
  tenders: TenderFigures[]
  by_hour: { hour: string; sales: number; total: number }[]
  first_number: string | null
  last_number: string | null
  missing: number
}

/** The report of a shift: an X without `count`, a Z with it. */
export function shiftFigures(facts: ShiftFacts, count: ShiftCount | null): ShiftFigures {
  const { sales, voids, moves, desk = 0, drawer_openings, missing } = facts
  const float = toCedis(worthOf(facts.float))
  const moved = byReason(moves)
  const paid_in = movedIn(moved, 'IN')
  const paid_out = movedIn(moved, 'OUT')
  const total = totalOf(sales)
  const paid = sales.flatMap(sale => sale.paid)
  const back = voids.flatMap(each => each.back)
  return {
    float,
    sales: sales.length,
    subtotal: sumCedis(sales.map(({ subtotal }) => subtotal)),
    discount: sumCedis(sales.map(({ discount }) => discount)),
    total,
    average: sales.length === 0 ? 0 : toCedis(Math.round(toPesewas(total) / sales.length)),
    ...(voids.length > 0 && { voids: voids.map(voidFigures) }),
    paid_in,
    paid_out,
    // Reports from before cash could be moved stay what they were.
    ...(moved.length > 0 && { moved }),
    ...(desk !== 0 && { desk }),
    drawer_openings,
    tenders: tendersIn(facts, count).map(account_code => {
      const taken = sumCedis(paid.filter(part => part.account_code === account_code).map(({ amount }) => amount))
      const voided = sumCedis(back.filter(part => part.account_code === account_code).map(({ amount }) => amount))
      const left = sumCedis([taken, -voided])
      const expected = account_code === CASH ? sumCedis([float, left, paid_in, -paid_out, desk]) : left
      const counted = countedOf(account_code, count)
      return {
        account_code,
        sales: taken,
        ...(voided > 0 && { voided }),
        expected,
        counted,
        difference: counted === null ? null : sumCedis([counted, -expected]),
      }
    }),
    by_hour: byHour(sales),
    first_number: sales[0]?.number ?? null,
    last_number: sales.at(-1)?.number ?? null,
    missing,
  }
}

const totalOf = (sales: readonly SoldInShift[]) => sumCedis(sales.map(({ total }) => total))

const movedIn = (moves: readonly MovedInShift[], direction: MoveDirection) =>
  sumCedis(moves.filter(move => move.direction === direction).map(({ amount }) => amount))

function byReason(moves: readonly MovedInShift[]): MovedInShift[] {
  const sums = new Map<string, MovedInShift>()
  for (const { direction, reason, amount } of moves) {
    const key = `${direction} ${reason}`
    sums.set(key, { direction, reason, amount: sumCedis([sums.get(key)?.amount ?? 0, amount]) })
  }
  return [...sums.values()]
}

const voidFigures = ({ back, ...voided }: VoidedInShift): VoidFigures => ({
  ...voided,
  amount: sumCedis(back.map(({ amount }) => amount)),
})

/** What voids gave back, in cedis. */
export const voidedIn = ({ voids = [] }: Pick<ShiftFigures, 'voids'>): number =>
  sumCedis(voids.map(({ amount }) => amount))

/** Cash first, then every account that took or was counted, by its code. */
function tendersIn({ sales, voids }: ShiftFacts, count: ShiftCount | null): string[] {
  const named = new Set([
    CASH,
    ...sales.flatMap(({ paid }) => paid.map(({ account_code }) => account_code)),
    ...voids.flatMap(({ back }) => back.map(({ account_code }) => account_code)),
    ...(count?.tenders.map(({ account_code }) => account_code) ?? []),
  ])
  named.delete(CASH)
  return [CASH, ...[...named].sort()]
}

function countedOf(account_code: string, count: ShiftCount | null): number | null {
  if (!count) return null
  if (account_code === CASH) return toCedis(worthOf(count.counted))
  return count.tenders.find(tender => tender.account_code === account_code)?.amount ?? null
}

function byHour(sales: readonly SoldInShift[]): ShiftFigures['by_hour'] {
  const hours = new Map<string, SoldInShift[]>()
  for (const sale of sales) {
    const hour = new Date(sale.occurred_at).toISOString().slice(0, 13)
    hours.set(hour, [...(hours.get(hour) ?? []), sale])
  }
  return [...hours]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([hour, own]) => ({ hour, sales: own.length, total: totalOf(own) }))
}

/** The drawer's part of a report. */
export const cashIn = ({ tenders }: ShiftFigures): TenderFigures =>
  tenders.find(({ account_code }) => account_code === CASH)!
