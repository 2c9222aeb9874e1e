import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { REPLICA_TABLES, type PullReply, type ReplicaRows, type ReplicaTable } from '#sync/protocol/replica.ts'

const empty = () => Object.fromEntries(REPLICA_TABLES.map(table => [table, []]))

/** A reply with only these rows. */
export const aReply = (
  watermark: string,
  {
    changes = {},
    deleted = {},
    ...rest
  }: {
    changes?: Partial<PullReply['changes']>
    deleted?: Partial<PullReply['deleted']>
    more?: boolean
    total?: number
  } = {},
): PullReply => ({
  watermark,
  more: false,
  total: 0,
  ...rest,
  changes: { ...empty(), ...changes } as PullReply['changes'],
  deleted: { ...empty(), ...deleted } as PullReply['deleted'],
})

export const aProduct = (id: number, over: Partial<ReplicaRows['products']> = {}): ReplicaRows['products'] => ({
  id,
  name: `Product ${id}`,
  slug: `product-${id}`,
  category_id: 1,
  retail_price: 100,
  discount: 0,
  status_code: 'LIVE',
  picture: null,
  ...over,
})

export const aVariation = (id: number, over: Partial<ReplicaRows['variations']> = {}): ReplicaRows['variations'] => ({
  id,
  product_id: id,
  sku: `SKU-${id}`,
  barcode: null,
  size_code: '32',
  colour_code: null,
  quantity_in_stock: 10,
  ...over,
})

type Logged = { [T in ReplicaTable]: { table: T; row: ReplicaRows[T] | { id: number }; gone: boolean } }[ReplicaTable]

/** A shop that records its changes in order and returns them in chunks; its watermark is a position in that order. */
export class Shop {
  readonly log: Logged[] = []

  put<T extends ReplicaTable>(table: T, ...rows: ReplicaRows[T][]): this {
    for (const row of rows) this.log.push({ table, row, gone: false } as Logged)
    return this
  }

  remove(table: ReplicaTable, ...ids: number[]): this {
    for (const id of ids) this.log.push({ table, row: { id }, gone: true } as Logged)
    return this
  }

  readonly pull = async (since: string, limit: number): Promise<PullReply> => {
    const from = Number(since)
    const chunk = this.log.slice(from, from + limit)
    const reply = aReply(String(from + chunk.length), {
      more: from + chunk.length < this.log.length,
      total: this.log.length - from,
    })
    for (const { table, row, gone } of chunk) {
      if (gone) reply.deleted[table].push(row.id)
      else (reply.changes[table] as { id: number }[]).push(row)
    }
    return reply
  }
}
