import Joi from 'joi'
import { insertRows } from '#api/db/database.ts'
import { check } from '#api/http/validate.ts'
import type { MutationKind } from '#api/mutation-kind.ts'
import { raiseDoubts } from '#api/exceptions/arrival-doubts.ts'
import { columnsOf, pieces, refuseUnknownTellers, shiftMembers } from '#api/shifts/shift-rules.ts'
import { SHIFT_OPEN, type ShiftOpen } from '#sync/protocol/kinds/shift-open.ts'
import { worthOf } from '#sync/protocol/shifts/denominations.ts'
import { formatCedis, toCedis } from '#sync/protocol/money.ts'

const rules = Joi.object<ShiftOpen, true>({ ...shiftMembers, float: pieces() })

/** A teller opened a till's drawer. */
export const shiftOpen: MutationKind<ShiftOpen> = {
  kind: SHIFT_OPEN,
  since: 2,
  personal: [],
  texts: [],
  row: { table: 'shifts', missing: 'an accepted shift that is not there' },
  read: payload => check(rules, payload),
  content: ({ occurred_at, ...shift }) => ({ ...shift, occurred_at: Date.parse(occurred_at) }),
  by: ({ teller_id, occurred_at }) => ({ teller_id, occurred_at }),
  label: ({ float }) => `Shift opened with ${formatCedis(toCedis(worthOf(float)))}`,

  async book(arrived, store) {
    await refuseUnknownTellers(arrived.map(({ payload }) => payload))
    await insertRows(
      'shifts',
      arrived.map(one => ({
        ...columnsOf(one),
        float_pieces: JSON.stringify(one.payload.float),
        float_amount: toCedis(worthOf(one.payload.float)),
      })),
    )
    const booked = await raiseDoubts(arrived, shiftOpen.label)
    await store(booked)
    return booked
  },
}
