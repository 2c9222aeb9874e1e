import { execute, selectOne } from '#api/db/database.ts'
import { availableOf, changeValue, lockValue } from '#api/stored-value/stored-values.ts'
import { sumCedis, toPesewas } from '#sync/protocol/money.ts'

interface Hold {
  stored_value_id: number
  amount: number
  code_end: string
}

/** What an order takes from a card. Call all of these while the order is locked. */
export const holdOf = (order_id: number, status_code: 'HELD' | 'SPENT' | 'RELEASED') =>
  selectOne<Hold>(
    `SELECT h.stored_value_id, h.amount, v.code_end FROM stored_value_holds h
      JOIN stored_values v ON v.id = h.stored_value_id
    WHERE h.order_id = ? AND h.status_code = ?`,
    [order_id, status_code],
  )

/** Holds an amount for an order, at most what the locked card has. */
export async function holdValue(order_id: number, stored_value_id: number, amount: number): Promise<void> {
  await execute('UPDATE stored_values SET held = held + ? WHERE id = ?', [amount, stored_value_id])
  await execute(
    `INSERT INTO stored_value_holds (order_id, stored_value_id, amount, status_code)
    VALUES (:order_id, :stored_value_id, :amount, 'HELD')
    ON DUPLICATE KEY UPDATE stored_value_id = :stored_value_id, amount = :amount, status_code = 'HELD'`,
    { order_id, stored_value_id, amount },
  )
}

/** Frees what an order holds, if it holds anything. */
export async function releaseHold(order_id: number): Promise<void> {
  const hold = await holdOf(order_id, 'HELD')
  if (!hold) return
  await endHold(order_id, hold, 'RELEASED')
}

/** Holds again what an order freed when it expired. False if the card no longer has it. */
export async function retakeHold(order_id: number): Promise<boolean> {
  const hold = await holdOf(order_id, 'RELEASED')
  if (!hold) return false
  const card = await lockValue(hold.stored_value_id)
  if (toPesewas(availableOf(card)) < toPesewas(hold.amount)) return false
  await holdValue(order_id, hold.stored_value_id, hold.amount)
  return true
}

/** Spends what an order holds, once it is paid. The caller enters it in the ledger. */
export async function spendHold(order_id: number, user_id: number | null): Promise<void> {
  const hold = await holdOf(order_id, 'HELD')
  if (!hold) throw new Error(`Order ${order_id} holds nothing on a gift card.`)
  await endHold(order_id, hold, 'SPENT')
  await changeValue({ stored_value_id: hold.stored_value_id, reason: 'SPEND', amount: -hold.amount, order_id, user_id })
}

async function endHold(order_id: number, { stored_value_id, amount }: Hold, status_code: 'SPENT' | 'RELEASED') {
  await lockValue(stored_value_id)
  await execute('UPDATE stored_values SET held = held - ? WHERE id = ?', [amount, stored_value_id])
  await execute('UPDATE stored_value_holds SET status_code = ? WHERE order_id = ?', [status_code, order_id])
}

/** Days for which a card can be spent at least after money went back to it. */
const DAYS_AFTER = 90

/**
 * What of a refund can go back to the card that paid, at most `most`: never more than came from it, and nothing to a
 * card that staff voided.
 */
export async function owedToCard(order_id: number, most: number): Promise<Hold | null> {
  const hold = await holdOf(order_id, 'SPENT')
  if (!hold) return null
  const { status_code } = await lockValue(hold.stored_value_id)
  if (status_code !== 'ACTIVE') return null
  const { left } = (await selectOne<{ left: number }>(
    "SELECT -COALESCE(SUM(amount), 0) AS `left` FROM stored_value_entries WHERE order_id = ? AND reason IN ('SPEND', 'RETURN')",
    [order_id],
  ))!
  const amount = Math.min(most, left)
  return amount > 0 ? { ...hold, amount } : null
}

/** Gives money of a refund back to its card. The caller enters it in the ledger. */
export async function giveBackToCard(
  { stored_value_id, amount }: Hold,
  entry: { order_id: number; refund_id: number; user_id: number },
): Promise<void> {
  await changeValue({ stored_value_id, reason: 'RETURN', amount, ...entry })
  await execute(
    `UPDATE stored_values SET expires_on = GREATEST(expires_on, UTC_DATE() + INTERVAL ${DAYS_AFTER} DAY) WHERE id = ?`,
    [stored_value_id],
  )
}

/** What is left to pay of a total, in cedis, beside what a gift card pays. */
export const beside = ({ total, gift }: { total: number; gift: number }) => sumCedis([total, -gift])
