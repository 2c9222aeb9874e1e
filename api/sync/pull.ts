import { select, selectOne, sqlTime } from '#api/db/database.ts'
import { readGoods } from '#api/sync/pull-goods.ts'
import { SOURCES } from '#api/sync/pull-sources.ts'
import { markAfter, readWatermark, writeWatermark, type Position, type Walk } from '#api/sync/watermark.ts'
import { REPLICA_TABLES, type PullReply, type ReplicaRows, type ReplicaTable } from '#sync/protocol/replica.ts'

/**
 * Changes made during a walk are fetched in chunks of this size, so that the walk ends however small its own chunks
 * are.
 */
const CATCH_UP = 10_000
const START: Position = { updated_at: 0, id: 0, variation: null }

/**
 * The next chunk of rows a till does not have. Without a watermark, a full copy, walked by id, each product with its
 * variations. Otherwise rows changed since, table by table, walked by (updated_at, id). A row that changes during a
 * walk comes later in this one or in the next, which starts a minute before this one began; reading a row twice does no
 * harm. A walk without people leaves the till's knowledge of them unchanged; a walk with people sends them all.
 * @throws 422 for an invalid watermark
 */
export async function pull(since: string, limit: number, withPeople = true): Promise<PullReply> {
  const mark = readWatermark(since)
  const walk = mark && 'walk' in mark ? mark.walk : await beginWalk(mark, withPeople)
  const reply: PullReply = { watermark: '', changes: perTable(), deleted: perTable(), more: false, total: walk.total }
  let [table, after, room]: [ReplicaTable, Position, number] = [walk.table, walk.after, limit]
  for (;;) {
    const isHidden = table === 'tellers' && !withPeople
    const chunk = isHidden ? NOTHING : await readChunk({ ...walk, table, after }, room, reply)
    room -= chunk.rows
    after = chunk.after ?? START
    if (!chunk.after) {
      if (table === 'tellers') walk.told = withPeople
      const next = nextTable(table, walk)
      if (!next) return { ...reply, watermark: writeWatermark(markAfter(walk)) }
      table = next
    }
    if (room <= 0) return { ...reply, watermark: writeWatermark({ walk: { ...walk, table, after } }), more: true }
  }
}

async function beginWalk(mark: { since: number; people: number | null } | null, withPeople: boolean): Promise<Walk> {
  const since = mark?.since ?? null
  const counts = REPLICA_TABLES.filter(table => table !== 'tellers' || withPeople).map(table =>
    since === null
      ? `(SELECT COUNT(*) FROM ${SOURCES[table].from} WHERE ${SOURCES[table].there})`
      : `(SELECT COUNT(*) FROM ${SOURCES[table].from} WHERE t.updated_at >= :since)`,
  )
  const row = await selectOne<{ now: Date; total: number }>(`SELECT NOW(3) AS now, ${counts.join(' + ')} AS total`, {
    since: sqlTime(since ?? 0),
  })
  return {
    since,
    began_at: row!.now.getTime(),
    total: row!.total,
    table: REPLICA_TABLES[0],
    after: START,
    people: mark?.people ?? null,
    told: false,
  }
}

/** A full copy sends variations with their products. */
function nextTable(table: ReplicaTable, { since }: Walk): ReplicaTable | undefined {
  if (since === null && table === 'products') return undefined
  return REPLICA_TABLES[REPLICA_TABLES.indexOf(table) + 1]
}

/** Adds rows to the reply. `after`: where the table continues; null at its end. */
interface Chunk {
  rows: number
  after: Position | null
}
const NOTHING: Chunk = { rows: 0, after: null }

function readChunk(walk: Walk, room: number, reply: PullReply): Promise<Chunk> {
  if (walk.table === 'search_words' && walk.since !== null) return readWords(walk, room, reply)
  const since = walk.table === 'tellers' ? walk.people : walk.since
  if (since !== null) return readChanges({ ...walk, since }, room, reply)
  if (walk.table === 'tellers') return readWhole(walk, room, reply)
  return walk.table === 'products' ? readGoods(walk.after, room, reply) : readWhole(walk, room, reply)
}

/** All of them each time: a till whose build did not know them yet has a watermark that covers them. */
async function readWords(walk: Walk, room: number, reply: PullReply): Promise<Chunk> {
  if (walk.after.id === 0) {
    const gone = await select<{ id: number }>('SELECT id FROM search_words WHERE NOT active ORDER BY id')
    reply.deleted.search_words.push(...gone.map(({ id }) => id))
  }
  return readWhole(walk, room, reply)
}

async function readWhole({ table, after }: Walk, room: number, reply: PullReply): Promise<Chunk> {
  const { from, columns, there } = SOURCES[table]
  const rows = await select<ReplicaRows[ReplicaTable]>(
    `SELECT ${columns} FROM ${from} WHERE t.id > :id AND ${there} ORDER BY t.id LIMIT :room`,
    { id: after.id, room },
  )
  put(reply, table, rows)
  const last = rows.length < room ? undefined : rows.at(-1)
  return { rows: rows.length, after: last ? { ...START, id: last.id } : null }
}

async function readChanges(walk: Walk, room: number, reply: PullReply): Promise<Chunk> {
  const { table, after } = walk
  const { from, columns, there, index } = SOURCES[table]
  const most = after.updated_at > walk.began_at ? CATCH_UP : room
  const { updated_at, id } = after.id === 0 ? { updated_at: walk.since!, id: 0 } : after
  const rows = await select<ReplicaRows[ReplicaTable] & { is_there: number; updated_at: Date }>(
    `SELECT ${columns}, ${there} AS is_there, t.updated_at
    FROM ${from} ${index ? `FORCE INDEX (${index})` : ''}
    WHERE (t.updated_at = :updated_at AND t.id > :id) OR t.updated_at > :updated_at
    ORDER BY t.updated_at, t.id LIMIT :most`,
    { updated_at: sqlTime(updated_at), id, most },
  )
  const last = rows.length < most ? undefined : rows.at(-1)
  put(
    reply,
    table,
    rows.filter(({ is_there }) => is_there).map(({ is_there: _there, updated_at: _at, ...row }) => row),
  )
  reply.deleted[table].push(...rows.filter(({ is_there }) => !is_there).map(row => row.id))
  return {
    rows: rows.length,
    after: last ? { updated_at: last.updated_at.getTime(), id: last.id, variation: null } : null,
  }
}

function put(reply: PullReply, table: ReplicaTable, rows: readonly object[]): void {
  const held = reply.changes[table] as object[]
  held.push(...rows)
}

const perTable = <T>() => Object.fromEntries(REPLICA_TABLES.map(table => [table, []])) as unknown as T
