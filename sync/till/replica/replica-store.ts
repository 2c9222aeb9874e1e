import { REPLICA_TABLES, type ReplicaRows, type ReplicaTable } from '#sync/protocol/replica.ts'
import { blockOf, isSameRow, pack, unpack, type Identified } from './packing.ts'
import type { Pulled } from './pull.ts'
import type { Mark, PackedRecord, ReplicaDb } from './replica-db.ts'

export type RecordKey = [ReplicaTable, number]

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
        const held = await db.packed.get([table, block])
        const rows = new Map(held ? unpack(held.columns).map(row => [row.id, row]) : [])
        if (!apply(edits, rows)) continue
        if (rows.size > 0) await db.packed.put({ table, block, columns: pack(rows.values()) })
        else await db.packed.delete([table, block])
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
  const records = await db.packed.bulkGet([...keys])
  return keys.map(([table, block], i) => records[i] ?? { table, block, columns: {} })
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
