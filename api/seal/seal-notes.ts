import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { insertRowsOnce, inTransaction, select } from '#api/db/database.ts'
import { pathOfSecret } from '#api/env.ts'
import { digestOf } from '#api/seal/digest-rows.ts'
import { isSignedBySeal, signBySeal } from '#api/seal/seal-key.ts'
import { ORDER_OWNERS, SEALED_TABLES } from '#api/seal/sealed-tables.ts'

/** A change of a sealed row that the shop itself made. `user_id`: whose the order is now; null where a person was erased. */
interface Note {
  table_code: string
  row_id: number
  user_id: number | null
}

/** Tied to its row and its owner, so that nobody can move it to another one. */
const textOf = ({ table_code, row_id, user_id }: Note) => `seal note\n${table_code}\n${row_id}\n${user_id ?? ''}`

const keep = (notes: readonly Note[]): Promise<void> =>
  insertRowsOnce(
    'seal_notes',
    notes.map(note => ({ ...note, signature: signBySeal(textOf(note)) })),
  )

/** Notes that a person is erased from rows. Call inside the transaction that empties them. */
export const noteErased = (table_code: 'orders' | 'staff_changes', ids: readonly number[]): Promise<void> =>
  keep(ids.map(row_id => ({ table_code, row_id, user_id: null })))

/** Notes that a guest's orders are a user's. Call inside the transaction that moves them. */
export const noteOwner = (order_ids: readonly number[], user_id: number): Promise<void> =>
  keep(order_ids.map(row_id => ({ table_code: ORDER_OWNERS, row_id, user_id })))

/** Those of some rows from which the shop erased a person. */
export const erasedIn = async (table_code: string, ids: readonly number[]): Promise<Set<number>> =>
  new Set((await notesOn(table_code, ids)).map(({ row_id }) => row_id))

/** Those of some sealed orders that a guest placed, and whose present owner is who the guest then signed in as. */
export async function claimedIn(orders: readonly { id: number; facts: Buffer }[]): Promise<Set<number>> {
  const table = SEALED_TABLES.find(({ code }) => code === ORDER_OWNERS)!
  const guests = orders
    .filter(({ id, facts }) => digestOf(table, { id, user_id: null }).equals(facts))
    .map(({ id }) => id)
  const notes = await notesOn(ORDER_OWNERS, guests)
  const owners = new Map(
    (
      await select<{ id: number; user_id: number | null }>('SELECT id, user_id FROM orders WHERE id IN (:ids)', {
        ids: [0, ...guests],
      })
    ).map(({ id, user_id }) => [id, user_id]),
  )
  return new Set(notes.filter(({ row_id, user_id }) => owners.get(row_id) === user_id).map(({ row_id }) => row_id))
}

async function notesOn(table_code: string, ids: readonly number[]): Promise<Note[]> {
  if (ids.length === 0) return []
  const notes = await select<Note & { signature: Buffer }>(
    'SELECT table_code, row_id, user_id, signature FROM seal_notes WHERE table_code = :table_code AND row_id IN (:ids)',
    { table_code, ids },
  )
  return notes.filter(({ signature, ...note }) => isSignedBySeal(textOf(note), signature))
}

const ERASED = "u.email LIKE 'erased-%@erased.invalid'"
const EARLIER = {
  orders: `SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id AND ${ERASED} WHERE o.customer_name IS NULL
    AND o.customer_phone IS NULL AND o.shipping_address IS NULL AND o.shipping_additional_details IS NULL`,
  staff_changes: `SELECT c.id FROM staff_changes c LEFT JOIN orders o ON c.subject = 'order' AND o.id = c.subject_id
    JOIN users u ON u.id = IF(c.subject = 'order', o.user_id, c.subject_id) AND ${ERASED}
    WHERE c.subject IN ('order', 'user') AND c.was IS NULL AND c.became IS NULL`,
} as const

/** In DATA_DIR: says that earlier erasures are noted. Somebody with only the database cannot have it done again. */
export const NOTED = 'seal-notes'

/** Notes who was erased before the shop wrote notes, once. */
export async function noteEarlier(): Promise<void> {
  if (existsSync(pathOfSecret(NOTED))) return
  const isBehind = (await select('SELECT 1 FROM seals WHERE table_code = ? LIMIT 1', [ORDER_OWNERS])).length > 0
  if (!isBehind)
    await inTransaction(async () => {
      for (const [table, found] of Object.entries(EARLIER)) {
        const ids = (await select<{ id: number }>(found)).map(({ id }) => id)
        await noteErased(table as keyof typeof EARLIER, ids)
      }
    })
  writeFileSync(pathOfSecret(NOTED), `${new Date().toISOString()}\n`, { mode: 0o600 })
}

/** After a restore: the backup may be from before the shop wrote notes. */
export const noteAgain = (): void => rmSync(pathOfSecret(NOTED), { force: true })
