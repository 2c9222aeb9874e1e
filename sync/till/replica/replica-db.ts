import { Dexie, type EntityTable, type Table } from 'dexie'
import type { ReplicaTable } from '#sync/protocol/replica.ts'

/**
 * Up to 1,000 rows of a table, with ids in the same thousand, as columns: a few large records load far faster than many
 * small ones.
 */
export interface PackedRecord {
  table: ReplicaTable
  block: number
  columns: Record<string, unknown[]>
}

/** A packed record of a table that builds from before do not know. */
export interface LaterRecord {
  /** Its table and block, such as 'search_words 0'. */
  key: string
  columns: PackedRecord['columns']
}

/** The progress of the copy. */
export interface Mark {
  key: 'mark'
  watermark: string
  /** Epoch ms at which the running pull began; null between pulls. */
  begun_at: number | null
  /** Epoch ms at which the last complete pull began: the copy is complete up to then. */
  as_of: number | null
  /** The server generation it copies, if stated. */
  generation?: string | undefined
}

/** The till's copy of the shop. It may be deleted at any time: the server sends it again. */
export class ReplicaDb extends Dexie {
  packed!: Table<PackedRecord, [ReplicaTable, number]>
  mark!: EntityTable<Mark, 'key'>

  constructor(name = 'replica') {
    super(name, { cache: 'disabled' })
    this.version(1).stores({ packed: '[table+block]', mark: 'key' })
  }

  /**
   * Builds from before read every record of `packed`, and fail at a table they do not know. So what came later stands
   * beside the mark: there they read nothing else.
   */
  get later(): Table<LaterRecord, string> {
    return this.table('mark')
  }
}
