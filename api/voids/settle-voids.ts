import { addEntries, type Entry } from '#api/ledger/ledger.ts'
import { execute, select } from '#api/db/database.ts'
import { raiseExceptions, type Found } from '#api/exceptions/raise-exception.ts'
import { takeBack } from '#api/exceptions/take-back.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { settleShifts } from '#api/shifts/settle-shifts.ts'
import { lockVariations } from '#api/stock/stock.ts'
import { judgeVoid } from '#api/voids/judge-void.ts'
import { reverseSale } from '#api/voids/reverse-sale.ts'
import type { WaitingVoid } from '#api/voids/waiting-void.ts'
import { SALE_VOID } from '#sync/protocol/kinds/sale-void.ts'

/** What became of a void, for its verdict; `found` is odd about it. The caller adds the entries and raises balances. */
export interface SettledVoid {
  order_id: number | null
  booking: Record<string, string | number>
  found: readonly Found[]
  entries: readonly Entry[]
}

/**
 * Locks the sales that are to be voided, in ascending id as everything that moves an order's money or goods does.
 * Returns the variations that come back.
 */
export async function lockVoided(sale_ids: readonly string[]): Promise<number[]> {
  for (const id of await ordersOf(sale_ids)) await lockOrder(id)
  const goods = await select<{ id: number }>(
    `SELECT DISTINCT i.product_variation_id AS id FROM order_items i JOIN orders o ON o.id = i.order_id
    WHERE o.sale_id IN (:sale_ids)`,
    { sale_ids: [...sale_ids] },
  )
  return goods.map(({ id }) => id)
}

interface Named {
  id: number
  sale_id: string
}

/** In ascending id. Waits for sales that others are booking: those look for their voids only once they are stored. */
async function ordersOf(sale_ids: readonly string[]): Promise<number[]> {
  const orders = (ids: readonly string[], lock = '') =>
    select<Named>(`SELECT id, sale_id FROM orders WHERE sale_id IN (:ids) ${lock}`, { ids: [...ids] })
  const known = await orders(sale_ids)
  const missing = sale_ids.filter(sale_id => !known.some(each => each.sale_id === sale_id))
  const late = missing.length === 0 ? [] : await orders(missing, 'FOR UPDATE')
  return [...known, ...late].map(({ id }) => id).sort((a, b) => a - b)
}

/**
 * Reverses the sales that these voids name, each once, in the order of their till's chain. Those whose sale is unknown
 * go on waiting. Returns what became of each, by mutation id.
 */
export async function settleVoids(mutation_ids: readonly string[]): Promise<Map<string, SettledVoid>> {
  const voids = await waitingVoids('mutation_id IN (:ids)', mutation_ids)
  await lockVariations(await lockVoided(voids.map(({ sale_mutation_id }) => sale_mutation_id)))
  const settled = new Map<string, SettledVoid>()
  for (const each of voids) {
    const { found, ...rest } = await settle(each)
    const about = { person_id: each.teller_id, device_id: each.device_id }
    settled.set(each.mutation_id, { ...rest, found: found.map(one => ({ ...one, ...about })) })
  }
  return settled
}

const waitingVoids = (condition: string, ids: readonly string[]) =>
  select<WaitingVoid>(
    `SELECT id, mutation_id, device_id, seq, till_code, teller_id, proved, occurred_at,
      DATE_FORMAT(business_date, '%Y-%m-%d') AS business_date, sale_mutation_id, number, reason FROM sale_voids
    WHERE ${condition} AND outcome = 'WAITING' ORDER BY seq, id FOR UPDATE`,
    { ids: [...ids] },
  )

async function settle(voided: WaitingVoid): Promise<SettledVoid> {
  const { sale, found } = await judgeVoid(voided)
  if (!sale) return { order_id: null, booking: {}, found: [orphan(voided)], entries: [] }
  const named = { order_id: sale.order_id, booking: { order_id: sale.order_id, number: sale.number } }
  if (sale.isElsewhere) {
    await conclude(voided, 'ELSEWHERE', sale.order_id)
    return { ...named, found, entries: [] }
  }
  const reversed = await reverseSale(voided, sale)
  if (reversed.refund_id === null) await conclude(voided, 'TWICE', sale.order_id)
  const { refund_id, entries } = reversed
  return {
    order_id: sale.order_id,
    booking: { ...named.booking, ...(refund_id !== null && { refund_id }) },
    found: [...(refund_id === null ? [] : found), ...reversed.found],
    entries,
  }
}

const orphanKey = (mutation_id: string) => `ORPHAN ${mutation_id}`

const orphan = ({ mutation_id, number, till_code }: WaitingVoid): Found => ({
  code: 'ORPHAN',
  once_key: orphanKey(mutation_id),
  order_id: null,
  detail: `${till_code}: ${number} was voided, but the sale has not arrived.`,
})

/** For a void that books nothing. */
const conclude = ({ id }: WaitingVoid, outcome: 'TWICE' | 'ELSEWHERE', order_id: number) =>
  execute('UPDATE sale_voids SET outcome = ?, order_id = ? WHERE id = ?', [outcome, order_id, id])

/**
 * Reverses sales just booked whose voids came before them, and closes what staff were told. `isByHand`: a person booked
 * them, so no push of their till reports its shifts. Returns the entries, whose balances are still to be raised.
 */
export async function settleWaitingVoids(sale_ids: readonly string[], isByHand: boolean): Promise<Entry[]> {
  const waiting = sale_ids.length === 0 ? [] : await waitingVoids('sale_mutation_id IN (:ids)', sale_ids)
  if (waiting.length === 0) return []
  const settled = [...(await settleVoids(waiting.map(({ mutation_id }) => mutation_id))).values()]
  const entries = settled.flatMap(each => each.entries)
  await addEntries(entries)
  await raiseExceptions(settled.flatMap(({ found }) => found))
  await takeBack(
    waiting.map(({ mutation_id }) => orphanKey(mutation_id)),
    'The sale has arrived.',
  )
  for (const { device_id, seq } of isByHand ? waiting : [])
    if (device_id !== null)
      await settleShifts({ device_id, places: [{ kind: SALE_VOID, seq }], last_closing: Number.MAX_SAFE_INTEGER })
  return entries
}
