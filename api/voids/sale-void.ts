import Joi from 'joi'
import { addEntries, raiseBalances } from '#api/ledger/ledger.ts'
import { insertRows, sqlTime } from '#api/db/database.ts'
import { check } from '#api/http/validate.ts'
import type { Arrived, MutationKind } from '#api/mutation-kind.ts'
import { doubtsFound } from '#api/exceptions/arrival-doubts.ts'
import { raiseExceptions } from '#api/exceptions/raise-exception.ts'
import { columnsOf, refuseUnknownTellers, shiftMembers, uuid } from '#api/shifts/shift-rules.ts'
import { lockVoided, settleVoids } from '#api/voids/settle-voids.ts'
import { SALE_VOID, VOID_REASONS, type SaleVoid, type VoidReason } from '#sync/protocol/kinds/sale-void.ts'

const rules = Joi.object<SaleVoid, true>({
  ...shiftMembers,
  sale_id: uuid(),
  number: Joi.string().max(40).required(),
  reason: Joi.string<VoidReason>()
    .valid(...(Object.keys(VOID_REASONS) as VoidReason[]))
    .required(),
})

/** A teller reversed the last sale of their till. It is never refused: the customer has left with the money. */
export const saleVoid: MutationKind<SaleVoid> = {
  kind: SALE_VOID,
  since: 2,
  personal: [],
  texts: ['number'],
  row: { table: 'sale_voids', missing: 'an accepted void that is not there' },
  read: payload => check(rules, payload),
  content: ({ occurred_at, ...voided }) => ({ ...voided, occurred_at: Date.parse(occurred_at) }),
  by: ({ teller_id, occurred_at }) => ({ teller_id, occurred_at }),
  label: ({ number }) => `Void of ${number}`,
  goods: voids => lockVoided(voids.map(({ sale_id }) => sale_id)),

  async book(arrived, store, raise = raiseBalances) {
    await refuseUnknownTellers(arrived.map(({ payload }) => payload))
    await insertRows('sale_voids', arrived.map(rowOf))
    const settled = await settleVoids(arrived.map(({ id }) => id))
    const found = arrived.map(one => {
      const { found, order_id } = settled.get(one.id)!
      return [...found, ...doubtsFound(one, saleVoid.label, order_id)]
    })
    await raiseExceptions(found.flat())
    const booked = arrived.map(({ id }, i) => ({
      booking: settled.get(id)!.booking,
      exceptions: [...new Set(found[i]!.map(({ code }) => code))],
    }))
    const entries = [...settled.values()].flatMap(each => each.entries)
    await addEntries(entries)
    await store(booked)
    await raise(entries)
    return booked
  },
}

/** Doubts about who was signed in. */
const UNSURE: readonly string[] = ['UNPROVED', 'TELLER_MISMATCH']

/** The money goes out on the day of the void by the till's corrected clock, or on the day it arrived if backdated. */
const rowOf = (one: Arrived<SaleVoid>) => {
  const columns = columnsOf(one)
  const isBackdated = one.doubts.some(({ code }) => code === 'BACKDATED')
  return {
    ...columns,
    proved: one.device_id !== null && !one.doubts.some(({ code }) => UNSURE.includes(code)) ? 1 : 0,
    business_date: (isBackdated ? sqlTime(one.received_at) : columns.occurred_at).slice(0, 10),
    sale_mutation_id: one.payload.sale_id,
    number: one.payload.number,
    reason: one.payload.reason,
  }
}
