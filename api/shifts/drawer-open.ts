import Joi from 'joi'
import { insertRows } from '#api/db/database.ts'
import { check } from '#api/http/validate.ts'
import type { MutationKind } from '#api/mutation-kind.ts'
import { raiseDoubts } from '#api/exceptions/arrival-doubts.ts'
import { columnsOf, reason, refuseUnknownTellers, shiftMembers, uuid } from '#api/shifts/shift-rules.ts'
import { DRAWER_OPEN, LONGEST_OPENING_NOTE, type DrawerOpen } from '#sync/protocol/kinds/drawer-open.ts'
import { opened } from '#sync/protocol/shifts/move-words.ts'

const rules = Joi.object<DrawerOpen, true>({
  ...shiftMembers,
  shift_id: uuid(),
  reason: reason(),
  note: Joi.string().max(LONGEST_OPENING_NOTE).allow('').required(),
})

/** A teller opened the drawer without a sale. */
export const drawerOpen: MutationKind<DrawerOpen> = {
  kind: DRAWER_OPEN,
  since: 2,
  personal: [],
  texts: ['note'],
  row: { table: 'drawer_openings', missing: 'an accepted opening of a drawer that is not there' },
  read: payload => check(rules, payload),
  content: ({ occurred_at, ...opening }) => ({ ...opening, occurred_at: Date.parse(occurred_at) }),
  by: ({ teller_id, occurred_at }) => ({ teller_id, occurred_at }),
  label: payload => opened(payload.reason),

  async book(arrived, store) {
    await refuseUnknownTellers(arrived.map(({ payload }) => payload))
    await insertRows(
      'drawer_openings',
      arrived.map(one => ({
        ...columnsOf(one),
        shift_mutation_id: one.payload.shift_id,
        reason: one.payload.reason,
        note: one.payload.note,
      })),
    )
    const booked = await raiseDoubts(arrived, drawerOpen.label)
    await store(booked)
    return booked
  },
}
