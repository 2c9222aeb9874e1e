import { REPLICA_TABLES, type ReplicaRows, type ReplicaTable } from '#sync/protocol/replica.ts'
import { blockOf, isSameRow, pack, unpack, type Identified } from './packing.ts'
import type { Pulled } from './pull.ts'
import type { Mark, PackedRecord, ReplicaDb } from './replica-db.ts'

export type RecordKey = [ReplicaTable, number]

const LATER: readonly ReplicaTable[] = ['search_words']
export const isLater = ([table]: RecordKey): boolean => LATER.includes(table)
const laterKey = ([table, block]: RecordKey) => `${table} ${block}`

/** The keys of all stored records of tables that this build knows. */
export async function recordKeys(db: ReplicaDb): Promise<RecordKey[]> {
  const [packed, beside] = await Promise.all([
    db.packed.toCollection().primaryKeys(),
    db.later.toCollection().primaryKeys(),
  ])
  const later = beside.filter(key => key.includes(' ')).map(key => key.split(' ') as [ReplicaTable, string])
  const keys: RecordKey[] = [...packed, ...later.map(([table, block]): RecordKey => [table, Number(block)])]
  return keys.filter(([table]) => REPLICA_TABLES.includes(table))
}

const readColumns = async (db: ReplicaDb, key: RecordKey): Promise<PackedRecord['columns'] | undefined> =>
  (isLater(key) ? await db.later.get(laterKey(key)) : await db.packed.get(key))?.columns

const writeColumns = (db: ReplicaDb, key: RecordKey, columns: PackedRecord['columns']): Promise<unknown> =>
  isLater(key)
    ? db.later.put({ key: laterKey(key), columns })
    : db.packed.put({ table: key[0], block: key[1], columns })

const dropColumns = (db: ReplicaDb, key: RecordKey): Promise<void> =>
  isLater(key) ? db.later.delete(laterKey(key)) : db.packed.delete(key)

/**
 * Stores one chunk with its watermark in one transaction, writing only the changed records.
 * @param asked the watermark of the request, and when its pull began (epoch ms)
 * @returns the keys of the written records, or null if the copy has moved on since: an old answer never rolls it back
 */
export const storeChunk = (
  db: ReplicaDb,
  asked: { since: string; begun_at: number },
  reply: Pulled,
): Promise<RecordKey[] | null> =>
  db.transaction('rw', db.packed, db.mark, async () => {
    const mark = await db.mark.get('mark')
    if ((mark?.watermark ?? '') !== asked.since) return null
    const written: RecordKey[] = []
    for (const table of REPLICA_TABLES) {
      for (const [block, edits] of editsByBlock(reply.changes[table] ?? [], reply.deleted[table] ?? [])) {
        const held = await readColumns(db, [table, block])
        const rows = new Map(held ? unpack(held).map(row => [row.id, row]) : [])
        if (!apply(edits, rows)) continue
        if (rows.size > 0) await writeColumns(db, [table, block], pack(rows.values()))
        else await dropColumns(db, [table, block])
        written.push([table, block])
      }
    }
    const begun_at = mark?.begun_at ?? asked.begun_at
    await db.mark.put({
      key: 'mark',
      watermark: reply.watermark,
      begun_at: reply.more ? begun_at : null,
      as_of: reply.more ? (mark?.as_of ?? null) : begun_at,
      generation: reply.generation ?? mark?.generation,
    })
    return written
  })

/** The next pull asks for everything; the till sells from the present copy until then. */
export const forgetWatermark = (db: ReplicaDb): Promise<void> =>
  db.transaction(
    'rw',
    db.mark,
    async () => void (await db.mark.where({ key: 'mark' }).modify({ watermark: '', begun_at: null })),
  )

/** Records with these keys; a missing one comes back without columns. */
export async function readRecords(db: ReplicaDb, keys: readonly RecordKey[]): Promise<PackedRecord[]> {
  const packed = await db.packed.bulkGet([...keys])
  const later = await Promise.all(keys.map(async key => (isLater(key) ? db.later.get(laterKey(key)) : undefined)))
  return keys.map(([table, block], i) => ({ table, block, columns: (packed[i] ?? later[i])?.columns ?? {} }))
}

export const readMark = (db: ReplicaDb): Promise<Mark | undefined> => db.mark.get('mark')

/** The rows of a record, typed by its table. */
export const rowsOf = <T extends ReplicaTable>(record: PackedRecord): ReplicaRows[T][] =>
  unpack<ReplicaRows[T]>(record.columns)

type Edits = { put: Identified[]; gone: number[] }

function editsByBlock(changes: readonly Identified[], deleted: readonly number[]): Map<number, Edits> {
  const blocks = new Map<number, Edits>()
  const editsOf = (id: number) => {
    const edits = blocks.get(blockOf(id)) ?? { put: [], gone: [] }
    blocks.set(blockOf(id), edits)
    return edits
  }
  for (const row of changes) editsOf(row.id).put.push(row)
  for (const id of deleted) editsOf(id).gone.push(id)
  return blocks
}

/** Whether anything changed. A row that is both deleted and present was created again, so it is kept. */
function apply({ put, gone }: Edits, rows: Map<number, Identified>): boolean {
  const stays = new Set(put.map(({ id }) => id))
  let changed = false
  for (const id of gone) if (!stays.has(id)) changed = rows.delete(id) || changed
  for (const row of put) {
    if (isSameRow(rows.get(row.id), row)) continue
    rows.set(row.id, row)
    changed = true
  }
  return changed
}
