import { randomUUID } from 'node:crypto'
import { insertRow } from '#api/db/database.ts'
import { addEntries, raiseBalances } from '#api/ledger/ledger.ts'
import { shiftFigures } from '#sync/protocol/shifts/figures.ts'

const DEVICE = '6c0d1f8e-6a1b-4b53-9d53-0f6f3f0c2a11'
/** Above the numbers of any till here. */
const [FIRST, LAST] = [4_000_001, 4_000_002]

const at = '2026-01-09 14:03:22'
const facts = { shop_id: 1, device_id: DEVICE, till_code: 'T1', teller_id: 7, occurred_at: at }

/** Two cedis taken out of a drawer for supplies. */
export async function aCashMoveRow(): Promise<number> {
  const entries = [
    { account_code: 'CASH', type_code: 'MANUAL' as const, order_id: null, user_id: 7, amount: -2, description: 'Bags' },
    {
      account_code: 'EXPENSES',
      type_code: 'MANUAL' as const,
      order_id: null,
      user_id: 7,
      amount: 2,
      description: 'Bags',
    },
  ]
  const ids = [await addEntries([entries[0]!]), await addEntries([entries[1]!])]
  await raiseBalances(entries)
  return insertRow('cash_moves', {
    ...facts,
    mutation_id: randomUUID(),
    shift_mutation_id: randomUUID(),
    seq: LAST + 1,
    reason: 'SUPPLIES',
    note: '',
    amount: -2,
    transaction_id: ids[0],
    other_transaction_id: ids[1],
  })
}

/** A drawer that was opened to give change. */
export const aDrawerOpeningRow = (): Promise<number> =>
  insertRow('drawer_openings', {
    ...facts,
    mutation_id: randomUUID(),
    shift_mutation_id: randomUUID(),
    seq: LAST + 2,
    reason: 'CHANGE',
    note: '',
  })

/** A shift that ended with a cedi too much in the drawer. */
export async function aShiftRow(): Promise<number> {
  const mutation_id = randomUUID()
  const shift_id = await insertRow('shifts', {
    ...facts,
    mutation_id,
    seq: FIRST,
    float_pieces: '{"note_1":1}',
    float_amount: 1,
  })
  const closing_id = await insertRow('shift_closings', {
    ...facts,
    mutation_id: randomUUID(),
    shift_mutation_id: mutation_id,
    seq: LAST,
    counted_pieces: '{"note_2":1}',
    tenders: '[]',
    note: '',
  })
  const facts_of_none = { float: { note_1: 1 }, sales: [], voids: [], moves: [], drawer_openings: 0, missing: 0 }
  const figures = shiftFigures(facts_of_none, { counted: { note_2: 1 }, tenders: [] })
  await insertRow('shift_reports', {
    shift_id,
    closing_id,
    revision: 1,
    expected: 1,
    counted: 2,
    figures: JSON.stringify(figures),
  })
  return shift_id
}
