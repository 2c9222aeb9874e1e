import Joi from 'joi'
import { insertRows, select, sqlTime } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { id } from '#api/http/rules.ts'
import { check } from '#api/http/validate.ts'
import type { Arrived, MutationKind } from '#api/mutation-kind.ts'
import { raiseDoubts } from '#api/exceptions/arrival-doubts.ts'
import { time } from '#api/sales/till-sale.ts'
import { LONGEST_NOTE, NOTE_LEFT, type Note } from '#sync/protocol/kinds/note-left.ts'
import { UUID } from '#sync/protocol/mutation.ts'

const rules = Joi.object<Note, true>({
  id: Joi.string().pattern(UUID).required(),
  text: Joi.string().max(LONGEST_NOTE).required(),
  teller_id: id().required(),
  occurred_at: time().required(),
})

const LONGEST_LABEL = 60

/** A cashier's note to the manager. */
export const noteLeft: MutationKind<Note> = {
  kind: NOTE_LEFT,
  since: 2,
  personal: [],
  texts: ['text'],
  row: { table: 'till_notes', missing: 'an accepted note that is not there' },
  read: payload => check(rules, payload),
  content: ({ occurred_at, ...note }) => ({ ...note, occurred_at: Date.parse(occurred_at) }),
  by: ({ teller_id, occurred_at }) => ({ teller_id, occurred_at }),
  label: ({ text }) => `Note “${text.slice(0, LONGEST_LABEL)}”`,

  async book(arrived, store) {
    await refuseUnknown(arrived.map(({ payload }) => payload.teller_id))
    await insertRows('till_notes', arrived.map(rowOf))
    const booked = await raiseDoubts(arrived, noteLeft.label)
    await store(booked)
    return booked
  },
}

/** `occurred_at`: by the server's clock, as far as the till's could be corrected. */
const rowOf = ({
  id: mutation_id,
  device_id,
  received_at,
  skew_ms,
  payload: { teller_id, text, occurred_at },
}: Arrived<Note>) => ({
  mutation_id,
  device_id,
  teller_id,
  text,
  occurred_at: sqlTime(Math.min(received_at, Math.max(0, Date.parse(occurred_at) - (skew_ms ?? 0)))),
})

async function refuseUnknown(tellers: readonly number[]): Promise<void> {
  const known = new Set(
    (await select<{ id: number }>('SELECT id FROM users WHERE id IN (:tellers)', { tellers: [...tellers] })).map(
      row => row.id,
    ),
  )
  if (!tellers.every(teller => known.has(teller))) throw invalid({ teller_id: ['This cashier does not exist.'] })
}
