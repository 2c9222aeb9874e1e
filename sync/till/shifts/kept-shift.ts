import { CASH_MOVE, type CashMove } from '#sync/protocol/kinds/cash-move.ts'
import type { DRAWER_OPEN, DrawerOpen } from '#sync/protocol/kinds/drawer-open.ts'
import type { CountedCash } from '#sync/protocol/shifts/denominations.ts'
import {
  shiftFigures,
  type ShiftFacts,
  type ShiftFigures,
  type SoldInShift,
  type VoidedInShift,
} from '#sync/protocol/shifts/figures.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { GIFT_CARDS, giftOf } from '#sync/protocol/sale.ts'
import { saleTotals } from '#sync/protocol/pricing.ts'
import { paidInParts } from '#sync/protocol/tender/parts.ts'
import type { LocalSale, Teller, TillDb } from '../till-db.ts'

/** The shift that is open on this till. */
export interface OpenShift {
  key: 'shift'
  id: string
  teller: Pick<Teller, 'id' | 'name'>
  opened_at: string
  float: CountedCash
}

/** The report of a shift that was closed here, for showing and printing it again. */
export interface KeptReport {
  key: `z ${string}`
  shift: Omit<OpenShift, 'key'>
  teller: Pick<Teller, 'id' | 'name'>
  closed_at: string
  figures: ShiftFigures
}

/** What was done to the drawer in a shift besides selling, as this till wrote it. */
export interface KeptEvent {
  key: `event ${string}`
  kind: typeof CASH_MOVE | typeof DRAWER_OPEN
  payload: CashMove | DrawerOpen
}

/** The shift was closed in between, such as in another tab. Nothing was written. */
export class ShiftClosed extends Error {
  override name = 'ShiftClosed'
  constructor() {
    super('This shift is already closed. Its report is in the list below.')
  }
}

const CLOSED = 'z '
const EVENT = 'event '

export const eventKey = ({ shift_id, id }: { shift_id: string; id: string }): KeptEvent['key'] =>
  `${EVENT}${shift_id} ${id}`

/** A report's key: reports sort by when their shifts were closed. */
export const reportKey = (closed_at: string, id: string): KeptReport['key'] => `${CLOSED}${closed_at} ${id}`

/** The shift that is open on this till, if any. */
export const openShiftOf = (db: TillDb): PromiseLike<OpenShift | undefined> =>
  db.table<OpenShift, string>('till').get('shift')

/** Reports of the shifts closed on this device, the latest first. */
export const keptReports = (db: TillDb, most: number): Promise<KeptReport[]> =>
  db.table<KeptReport, string>('till').where('key').startsWith(CLOSED).reverse().limit(most).toArray()

/** The sales of a shift, in the order of their numbers. */
async function salesOf(db: TillDb, shift_id: string): Promise<SoldInShift[]> {
  const sales = await db.sales.filter(sale => sale.shift_id === shift_id).toArray()
  return sales.sort((a, b) => a.number.localeCompare(b.number)).map(soldFrom)
}

const soldFrom = (sale: LocalSale): SoldInShift => {
  const { number, occurred_at, lines, discount, total } = sale
  const gift = giftOf(sale)
  const paid = [{ account_code: GIFT_CARDS, amount: gift }, ...paidInParts(sale, sumCedis([total, -gift]))].filter(
    ({ amount }) => amount > 0,
  )
  return { number, occurred_at, paid, ...saleTotals(lines, discount) }
}

/** The sales voided during a shift, in the order of the voids. */
async function voidsOf(db: TillDb, shift_id: string): Promise<VoidedInShift[]> {
  const sales = await db.sales.filter(({ voided }) => voided?.shift_id === shift_id).toArray()
  return sales
    .map(({ voided, ...sale }): VoidedInShift => ({
      number: sale.number,
      occurred_at: voided!.occurred_at,
      teller_id: voided!.teller.id,
      teller: voided!.teller.name,
      reason: voided!.reason,
      back: soldFrom(sale).paid,
    }))
    .sort((a, b) => a.occurred_at.localeCompare(b.occurred_at))
}

const eventsWith = (db: TillDb, prefix: string) => db.table<KeptEvent, string>('till').where('key').startsWith(prefix)

/** What was done to the drawer from `start` until before `end` (epoch ms), the latest first. */
export async function eventsOf(db: TillDb, start: number, end: number): Promise<KeptEvent[]> {
  const events = await eventsWith(db, EVENT)
    .filter(({ payload }) => Date.parse(payload.occurred_at) >= start && Date.parse(payload.occurred_at) < end)
    .toArray()
  return events.sort((a, b) => b.payload.occurred_at.localeCompare(a.payload.occurred_at))
}

const EVENTS_KEPT_MS = 30 * 24 * 60 * 60_000

/** Inside the transaction. Reports hold what they counted. */
export const dropOldEvents = (db: TillDb, now: number) =>
  eventsWith(db, EVENT)
    .filter(({ payload }) => Date.parse(payload.occurred_at) < now - EVENTS_KEPT_MS)
    .delete()

/** What an open shift's report is worked out from, as this till knows it. */
export async function factsOf(db: TillDb, { id, float }: OpenShift): Promise<ShiftFacts> {
  const events = await eventsWith(db, `${EVENT}${id} `).toArray()
  const moves = events.flatMap(({ kind, payload }) => (kind === CASH_MOVE ? [payload as CashMove] : []))
  return {
    float,
    sales: await salesOf(db, id),
    voids: await voidsOf(db, id),
    moves: moves
      .sort((a, b) => a.occurred_at.localeCompare(b.occurred_at))
      .map(({ direction, reason, amount }) => ({ direction, reason, amount })),
    drawer_openings: events.length - moves.length,
    missing: 0,
  }
}

/** The shift that is open, with its report so far. */
export const shiftSoFar = (db: TillDb): Promise<{ shift: OpenShift; figures: ShiftFigures } | null> =>
  db.transaction('r', db.till, db.sales, async () => {
    const shift = await openShiftOf(db)
    return shift ? { shift, figures: shiftFigures(await factsOf(db, shift), null) } : null
  })
