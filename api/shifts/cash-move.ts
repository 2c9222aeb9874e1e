import Joi from 'joi'
import { insertRows, select, selectOne, sqlTime } from '#api/db/database.ts'
import { money } from '#api/http/rules.ts'
import { check } from '#api/http/validate.ts'
import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { raiseExceptions } from '#api/exceptions/raise-exception.ts'
import { SECOND_PERSON } from '#api/exceptions/who-sold.ts'
import type { Arrived, MutationKind } from '#api/mutation-kind.ts'
import { movedAlone } from '#api/shifts/moved-alone.ts'
import { raiseDoubts } from '#api/exceptions/arrival-doubts.ts'
import { columnsOf, reason, refuseUnknownTellers, shiftMembers, uuid } from '#api/shifts/shift-rules.ts'
import {
  CASH_MOVE,
  LONGEST_MOVE_NOTE,
  MOST_MOVED,
  otherAccountOf,
  type CashMove,
} from '#sync/protocol/kinds/cash-move.ts'
import { formatCedis, toPesewas } from '#sync/protocol/money.ts'
import { moved } from '#sync/protocol/shifts/move-words.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'

const rules = Joi.object<CashMove, true>({
  ...shiftMembers,
  shift_id: uuid(),
  direction: Joi.string().valid('IN', 'OUT').required(),
  reason: reason(),
  note: Joi.string().max(LONGEST_MOVE_NOTE).allow('').required(),
  amount: money().invalid(0).max(MOST_MOVED).required(),
})

/** A teller put cash into the drawer or took some out: two entries, one for the drawer and one for the other end. */
export const cashMove: MutationKind<CashMove> = {
  kind: CASH_MOVE,
  since: 2,
  personal: [],
  texts: ['note'],
  row: { table: 'cash_moves', missing: 'an accepted cash move that is not there' },
  read: payload => check(rules, payload),
  content: ({ occurred_at, amount, ...move }) => ({
    ...move,
    amount: toPesewas(amount),
    occurred_at: Date.parse(occurred_at),
  }),
  by: ({ teller_id, occurred_at }) => ({ teller_id, occurred_at }),
  label: ({ direction, reason: why, amount }) => `${moved(direction, why)}, ${formatCedis(amount)}`,

  async book(arrived, store, raise = raiseBalances) {
    await refuseUnknownTellers(arrived.map(({ payload }) => payload))
    const entries = await entriesOf(arrived)
    const first_id = await addEntries(entries)
    const { step } = (await selectOne<{ step: number }>('SELECT @@auto_increment_increment AS step'))!
    await insertRows(
      'cash_moves',
      arrived.map((one, i) => ({
        ...columnsOf(one),
        shift_mutation_id: one.payload.shift_id,
        reason: one.payload.reason,
        note: one.payload.note,
        amount: signed(one.payload),
        transaction_id: first_id + 2 * i * step,
        other_transaction_id: first_id + (2 * i + 1) * step,
      })),
    )
    const alone = await movedAlone(arrived.map(({ id }) => id))
    await raiseExceptions([...alone.values()])
    const booked = (await raiseDoubts(arrived, cashMove.label)).map((one, i) =>
      alone.has(arrived[i]!.id) ? { ...one, exceptions: [...one.exceptions, SECOND_PERSON] } : one,
    )
    await store(booked)
    await raise(entries)
    return booked
  },
}

const signed = ({ direction, amount }: CashMove) => (direction === 'IN' ? amount : -amount)

/** For each move the drawer's entry, then the one at the other end. */
async function entriesOf(arrived: readonly Arrived<CashMove>[]): Promise<Entry[]> {
  const tills = await tillsOf(arrived)
  return arrived.flatMap(one => {
    const { payload, doubts } = one
    const till_id = tills.find(({ device_id }) => device_id === one.device_id)?.id
    const shared = {
      type_code: 'MANUAL' as const,
      order_id: null,
      user_id: payload.teller_id,
      description: [moved(payload.direction, payload.reason), payload.note].filter(Boolean).join('. ').slice(0, 255),
      business_date: (doubts.some(({ code }) => code === 'BACKDATED')
        ? sqlTime(one.received_at)
        : columnsOf(one).occurred_at
      ).slice(0, 10),
    }
    return [
      {
        ...shared,
        account_code: CASH,
        amount: signed(payload),
        till_id: till_id ?? tills.find(({ code }) => code === payload.till_code)?.id ?? null,
      },
      { ...shared, account_code: otherAccountOf(payload), amount: -signed(payload) },
    ]
  })
}

/** The till that made each, else the one that it names. */
const tillsOf = (arrived: readonly Arrived<CashMove>[]) =>
  select<{ id: number; code: string; device_id: string }>(
    'SELECT id, code, device_id FROM tills WHERE device_id IN (:devices) OR code IN (:codes)',
    {
      devices: [null, ...arrived.map(({ device_id }) => device_id)],
      codes: arrived.map(({ payload }) => payload.till_code),
    },
  )
