import Joi from 'joi'
import { select, sqlTime } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { id } from '#api/http/rules.ts'
import type { Arrived } from '#api/mutation-kind.ts'
import { time } from '#api/sales/till-sale.ts'
import { UUID } from '#sync/protocol/mutation.ts'
import { DENOMINATIONS, MOST_OF_ONE, type CountedCash } from '#sync/protocol/shifts/denominations.ts'
import { ONLY_SHOP } from '#sync/protocol/shifts/only-shop.ts'

/** What every mutation of a shift says. */
export interface ShiftFact {
  id: string
  shop_id: number
  till_code: string
  teller_id: number
  occurred_at: string
}

export const uuid = () => Joi.string().pattern(UUID).required()

export const shiftMembers = {
  id: uuid(),
  shop_id: Joi.number().valid(ONLY_SHOP).required(),
  till_code: Joi.string().max(8).required(),
  teller_id: id().required(),
  occurred_at: time().required(),
}

/** Codes of reasons: a till of a later build may know more of them. */
export const reason = () =>
  Joi.string()
    .pattern(/^[A-Z_]{1,20}$/)
    .required()

export const pieces = () =>
  Joi.object<CountedCash>(
    Object.fromEntries(DENOMINATIONS.map(({ code }) => [code, Joi.number().integer().min(0).max(MOST_OF_ONE)])),
  ).required()

/** The columns that every mutation of a shift has. Times by the server's clock, as far as the till's could be corrected. */
export const columnsOf = <Fact extends ShiftFact>({
  id: mutation_id,
  device_id,
  seq,
  received_at,
  skew_ms,
  payload: { shop_id, till_code, teller_id, occurred_at },
}: Arrived<Fact>) => ({
  mutation_id,
  shop_id,
  device_id,
  seq,
  till_code,
  teller_id,
  occurred_at: sqlTime(Math.min(received_at, Math.max(0, Date.parse(occurred_at) - (skew_ms ?? 0)))),
})

/** @throws 422 for a teller that never existed */
export async function refuseUnknownTellers(facts: readonly ShiftFact[]): Promise<void> {
  const tellers = [...new Set(facts.map(({ teller_id }) => teller_id))]
  const known = await select<{ id: number }>('SELECT id FROM users WHERE id IN (:tellers)', { tellers })
  if (known.length < tellers.length) throw invalid({ teller_id: ['This cashier does not exist.'] })
}
