import Joi from 'joi'
import { insertRows, sqlTime } from '#api/db/database.ts'
import { money } from '#api/http/rules.ts'
import { check } from '#api/http/validate.ts'
import type { MutationKind } from '#api/mutation-kind.ts'
import { raiseDoubts } from '#api/exceptions/arrival-doubts.ts'
import { columnsOf, pieces, refuseUnknownTellers, shiftMembers, uuid } from '#api/shifts/shift-rules.ts'
import {
  LONGEST_SHIFT_NOTE,
  SHIFT_CLOSE,
  type CountedTender,
  type ShiftClose,
} from '#sync/protocol/kinds/shift-close.ts'
import { worthOf } from '#sync/protocol/shifts/denominations.ts'
import { formatCedis, toCedis } from '#sync/protocol/money.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'

const MOST_TENDERS = 20

const rules = Joi.object<ShiftClose, true>({
  ...shiftMembers,
  shift_id: uuid(),
  counted: pieces(),
  tenders: Joi.array()
    .max(MOST_TENDERS)
    .unique('account_code')
    .required()
    .items(
      Joi.object<CountedTender, true>({
        account_code: Joi.string().max(40).invalid(CASH).required(),
        amount: money().required(),
      }),
    ),
  note: Joi.string().max(LONGEST_SHIFT_NOTE).allow('').required(),
})

/** A teller counted the drawer and ended the shift. Its report follows from its place in the till's chain. */
export const shiftClose: MutationKind<ShiftClose> = {
  kind: SHIFT_CLOSE,
  since: 2,
  personal: [],
  texts: ['note'],
  row: { table: 'shift_closings', missing: 'an accepted end of a shift that is not there' },
  read: payload => check(rules, payload),
  content: ({ occurred_at, ...closing }) => ({ ...closing, occurred_at: Date.parse(occurred_at) }),
  by: ({ teller_id, occurred_at }) => ({ teller_id, occurred_at }),
  label: ({ counted }) => `Shift closed with ${formatCedis(toCedis(worthOf(counted)))}`,

  async book(arrived, store) {
    await refuseUnknownTellers(arrived.map(({ payload }) => payload))
    await insertRows(
      'shift_closings',
      arrived.map(one => ({
        ...columnsOf(one),
        shift_mutation_id: one.payload.shift_id,
        counted_pieces: JSON.stringify(one.payload.counted),
        tenders: JSON.stringify(one.payload.tenders),
        note: one.payload.note,
        stated_at: sqlTime(Date.parse(one.payload.occurred_at)),
      })),
    )
    const booked = await raiseDoubts(arrived, shiftClose.label)
    await store(booked)
    return booked
  },
}
