import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { conflict, invalid, notFound } from '#api/errors.ts'
import { availableOf, changeValue, lockValue, whyNot, type LockedValue } from '#api/stored-value/stored-values.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { TillHold } from '#sync/protocol/shop/gift-card.ts'
import type { CardHold } from '#sync/protocol/staff/gift-card.ts'

/** How long a till holds an amount while its cart is open. */
const OPEN_MINUTES = 30
/** The same from Checkout on: the sale is on the till's disk, or about to be, and may arrive late. */
const FIRM_DAYS = 3

export interface HeldRow {
  sale_id: string
  stored_value_id: number
  amount: number
  status_code: 'HELD' | 'SPENT' | 'RELEASED' | 'ENDED'
  firm: 0 | 1
}

interface Wish {
  sale_id: string
  /** In cedis: what the sale comes to. */
  amount: number
  /** Without one: the card that the sale holds already. */
  stored_value_id: number | null
  firm: boolean
  user_id: number
}

/** Holds by sale, locked. Lock them before cards. */
export const lockHolds = (sale_ids: readonly string[]): Promise<HeldRow[]> =>
  select<HeldRow>(
    `SELECT sale_id, stored_value_id, amount, status_code, firm FROM till_holds
    WHERE sale_id IN (?) ORDER BY sale_id FOR UPDATE`,
    [sale_ids],
  )

/**
 * Holds what a card can pay of a till's sale until the sale arrives, the till gives it back, or time is over. Asking
 * again is harmless: a sale has one hold, which takes the newest amount and card.
 * @throws 409 if the sale is booked, 422 on `code` if nothing can be held
 */
export const holdForSale = (wish: Wish): Promise<TillHold> =>
  inTransaction(async () => {
    if (wish.stored_value_id !== null) await makeRow(wish, wish.stored_value_id)
    const earlier = (await lockHolds([wish.sale_id]))[0] ?? null
    if (earlier?.status_code === 'SPENT' || (await isBooked(wish.sale_id)))
      throw conflict('This sale is finished already. Start a new sale.')
    const id = wish.stored_value_id ?? (earlier?.status_code === 'HELD' ? earlier.stored_value_id : null)
    if (id === null) throw invalid({ code: ['The card is no longer held. Scan it again.'] })
    if (earlier?.status_code === 'HELD') await letGo(earlier, 'RELEASED')
    const card = await lockValue(id)
    const available = availableOf(card)
    const amount = Math.min(available, wish.amount)
    if (amount <= 0) throw invalid({ code: [whyNot(card)] })
    await keep(wish, id, amount)
    const { code_end, expires_on } = card
    return { code_end, amount, left: sumCedis([available, -amount]), expires_on }
  })

/** Two requests for one sale wait for each other at its row. */
const makeRow = ({ sale_id, user_id }: Wish, stored_value_id: number) =>
  execute(
    `INSERT IGNORE INTO till_holds (sale_id, stored_value_id, amount, status_code, ends_at, user_id)
    VALUES (:sale_id, :stored_value_id, 0, 'RELEASED', NOW(3), :user_id)`,
    { sale_id, stored_value_id, user_id },
  )

async function keep({ sale_id, firm, user_id }: Wish, stored_value_id: number, amount: number): Promise<void> {
  await execute('UPDATE stored_values SET held = held + ? WHERE id = ?', [amount, stored_value_id])
  await execute(
    `UPDATE till_holds SET stored_value_id = :stored_value_id, amount = :amount, status_code = 'HELD', firm = :firm,
      ends_at = NOW(3) + INTERVAL :minutes MINUTE, user_id = :user_id WHERE sale_id = :sale_id`,
    { sale_id, stored_value_id, amount, firm, user_id, minutes: firm ? FIRM_DAYS * 24 * 60 : OPEN_MINUTES },
  )
}

/** Gives back what a till holds for a sale that was not finished. Harmless if it holds nothing. */
export const releaseForSale = (sale_id: string): Promise<void> =>
  inTransaction(async () => {
    const [hold] = await lockHolds([sale_id])
    if (hold?.status_code === 'HELD') await letGo(hold, 'RELEASED')
  })

/**
 * Gives back what a till holds on a card before its time is over. If Checkout was pressed, a sale that still arrives
 * takes the amount again, as far as the card has it. Call inside a transaction.
 * @throws 404 if the card holds nothing for this sale
 */
export async function freeHold(stored_value_id: number, sale_id: string): Promise<HeldRow> {
  const [hold] = await lockHolds([sale_id])
  if (hold?.status_code !== 'HELD' || hold.stored_value_id !== stored_value_id) throw notFound('Amount held by a till')
  await letGo(hold, 'ENDED')
  return hold
}

/** What tills hold on a card now, the oldest first. */
export async function holdsOn(stored_value_id: number): Promise<CardHold[]> {
  const rows = await select<Omit<CardHold, 'firm' | 'since' | 'ends_at'> & { firm: 0 | 1; since: Date; ends_at: Date }>(
    `SELECT h.sale_id, h.amount, h.firm, u.name AS cashier, h.updated_at AS since, h.ends_at
    FROM till_holds h LEFT JOIN users u ON u.id = h.user_id
    WHERE h.stored_value_id = ? AND h.status_code = 'HELD' ORDER BY h.updated_at, h.sale_id`,
    [stored_value_id],
  )
  return rows.map(({ firm, since, ends_at, ...row }) => ({
    ...row,
    firm: firm === 1,
    since: since.toJSON(),
    ends_at: ends_at.toJSON(),
  }))
}

/** Gives back what tills hold for longer than they may. Returns how many. */
export async function endTillHolds(): Promise<number> {
  const late = await select<{ sale_id: string }>(
    "SELECT sale_id FROM till_holds WHERE status_code = 'HELD' AND ends_at < NOW(3) LIMIT 100",
  )
  for (const { sale_id } of late)
    await inTransaction(async () => {
      const [hold] = await lockHolds([sale_id])
      const isLate = await selectOne('SELECT 1 FROM till_holds WHERE sale_id = ? AND ends_at < NOW(3)', [sale_id])
      if (hold?.status_code === 'HELD' && isLate) await letGo(hold, 'ENDED')
    })
  return late.length
}

/** Frees a locked hold, and locks its card. */
async function letGo(hold: HeldRow, status_code: 'RELEASED' | 'ENDED'): Promise<void> {
  await lockValue(hold.stored_value_id)
  await execute('UPDATE stored_values SET held = held - ? WHERE id = ?', [hold.amount, hold.stored_value_id])
  await execute('UPDATE till_holds SET status_code = ? WHERE sale_id = ?', [status_code, hold.sale_id])
}

const isBooked = (sale_id: string) => selectOne('SELECT id FROM orders WHERE sale_id = ?', [sale_id])

/** What of a sale its card paid, and what it did not. In cedis. */
export interface CardPart {
  stored_value_id: number | null
  code_end: string | null
  taken: number
  short: number
}

/**
 * Takes what gift cards are to pay of arrived sales from what was held for them. The sales are facts: what a card no
 * longer has is `short`. Call with the goods locked, and enter each part with `enterPart` once the orders have ids.
 */
export async function takeHeld(asked: readonly { sale_id: string; gift: number }[]): Promise<Map<string, CardPart>> {
  if (asked.length === 0) return new Map()
  const holds = new Map((await lockHolds(asked.map(({ sale_id }) => sale_id))).map(hold => [hold.sale_id, hold]))
  const cards = new Map<number, LockedValue>()
  for (const id of [...new Set([...holds.values()].map(hold => hold.stored_value_id))].sort((a, b) => a - b))
    cards.set(id, await lockValue(id))
  const parts = new Map<string, CardPart>()
  for (const { sale_id, gift } of asked) {
    const hold = holds.get(sale_id)
    const card = hold && cards.get(hold.stored_value_id)
    const taken = hold && card ? Math.min(gift, stillThere(hold, card)) : 0
    const short = sumCedis([gift, -taken])
    if (!hold || !card || taken <= 0) {
      parts.set(sale_id, { stored_value_id: null, code_end: null, taken: 0, short: gift })
      continue
    }
    if (hold.status_code === 'HELD') {
      await execute('UPDATE stored_values SET held = held - ? WHERE id = ?', [hold.amount, card.id])
      card.held = sumCedis([card.held, -hold.amount])
    }
    card.balance = sumCedis([card.balance, -taken])
    await execute("UPDATE till_holds SET status_code = 'SPENT', amount = ? WHERE sale_id = ?", [taken, sale_id])
    parts.set(sale_id, { stored_value_id: card.id, code_end: card.code_end, taken, short })
  }
  return parts
}

/** A hold that ended before its sale arrived is taken again if Checkout had been pressed and the card still has it. */
function stillThere({ status_code, amount, firm }: HeldRow, card: LockedValue): number {
  if (status_code === 'HELD') return amount
  return status_code === 'ENDED' && firm === 1 ? Math.min(amount, availableOf(card)) : 0
}

/** Notes on a card what it paid of an order. The caller enters it in the ledger. */
export async function enterPart(
  { stored_value_id, taken }: CardPart,
  { order_id, user_id }: { order_id: number; user_id: number },
): Promise<void> {
  if (stored_value_id === null) return
  await insertRow('stored_value_holds', { order_id, stored_value_id, amount: taken, status_code: 'SPENT' })
  await changeValue({ stored_value_id, reason: 'SPEND', amount: -taken, order_id, user_id })
}
