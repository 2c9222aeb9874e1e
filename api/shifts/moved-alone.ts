import { select } from '#api/db/database.ts'
import { SECOND_PERSON, secondPersonKey } from '#api/exceptions/who-sold.ts'
import type { Found } from '#api/exceptions/raise-exception.ts'
import { leastOf } from '#api/shop/limits.ts'
import { formatCedis, sumCedis, toPesewas } from '#sync/protocol/money.ts'

/** What a till moved, and what it had moved in that direction that day, this move included. In cedis. */
interface Row {
  mutation_id: string
  device_id: string | null
  till_code: string
  amount: number
  sum: number
}

const MOVES = `SELECT w.mutation_id, w.device_id, w.till_code, ABS(w.amount) AS amount, (SELECT SUM(ABS(before.amount))
    FROM cash_moves \`before\` WHERE before.device_id <=> w.device_id AND before.id <= w.id
      AND before.occurred_at >= DATE(w.occurred_at) AND before.occurred_at < DATE(w.occurred_at) + INTERVAL 1 DAY
      AND SIGN(before.amount) = SIGN(w.amount)) AS sum
  FROM cash_moves w WHERE w.mutation_id IN (:ids)`

/**
 * Names stored moves that somebody else must look at: those with which the cash that a till moved in one direction on
 * one day reaches the limit, or reaches it once more. So splitting a move does not help.
 */
export async function movedAlone(ids: readonly string[]): Promise<Map<string, Found>> {
  const least = await leastOf('two_person_limit')
  if (least === null || least <= 0) return new Map()
  const rows = await select<Row>(MOVES, { ids: [...ids] })
  const times = (amount: number) => Math.floor(toPesewas(amount) / toPesewas(least))
  return new Map(
    rows
      .filter(({ amount, sum }) => times(sum) > times(sumCedis([sum, -amount])))
      .map(({ mutation_id, device_id, amount, till_code }) => [
        mutation_id,
        {
          code: SECOND_PERSON,
          once_key: secondPersonKey(mutation_id),
          order_id: null,
          device_id,
          detail: `${till_code}: ${formatCedis(amount)} moved, and nobody else looked at it.`,
        },
      ]),
  )
}
