import { pull } from '#api/sync/pull.ts'
import { SOURCES } from '#api/sync/pull-sources.ts'
import { select } from '#api/db/database.ts'
import { REPLICA_TABLES, type PullReply, type ReplicaTable } from '#sync/protocol/replica.ts'

/** A till's copy of the shop without a till: rows by table and id. */
export class ReplicaDouble {
  watermark = ''
  readonly tables = Object.fromEntries(REPLICA_TABLES.map(table => [table, new Map()])) as Record<
    ReplicaTable,
    Map<number, unknown>
  >

  take({ watermark, changes, deleted }: PullReply): void {
    for (const table of REPLICA_TABLES) {
      for (const id of deleted[table]) this.tables[table].delete(id)
      for (const row of changes[table]) this.tables[table].set(row.id, row)
    }
    this.watermark = watermark
  }

  /** Pulls to the end; `between` runs after each chunk. Returns the chunks. */
  async walk(limit: number, between: () => Promise<unknown> = async () => {}): Promise<PullReply[]> {
    const chunks: PullReply[] = []
    for (let more = true; more;) {
      const reply = await pull(this.watermark, limit)
      this.take(reply)
      chunks.push(reply)
      more = reply.more
      await between()
    }
    return chunks
  }

  rows = (table: ReplicaTable) =>
    [...this.tables[table].values()].sort((a, b) => (a as { id: number }).id - (b as { id: number }).id)
}

/**
 * The rows of a complete copy of a table. A deleted product's variations may stay on a till: nothing refers to them.
 */
export const present = (table: ReplicaTable): Promise<object[]> => {
  const { columns, from, there } = SOURCES[table]
  return select(`SELECT ${columns} FROM ${from} WHERE ${there} ORDER BY t.id`)
}
