import { select } from '#api/db/database.ts'
import { SOURCES } from '#api/sync/pull-sources.ts'
import type { Position } from '#api/sync/watermark.ts'
import type { PullReply, ReplicaRows } from '#sync/protocol/replica.ts'

type Product = ReplicaRows['products']
type Variation = ReplicaRows['variations']

/**
 * Adds products by id to a reply, each followed by its variations, `room` rows together. A product and some of its
 * variations may come in one chunk, the rest in the next.
 * @returns how many rows, and where to continue; null at the end
 */
export async function readGoods(
  after: Position,
  room: number,
  reply: PullReply,
): Promise<{ rows: number; after: Position | null }> {
  const [variations, products] = await Promise.all([variationsAfter(after, room), productsAfter(after, room)])
  const byProduct = byProductOf(variations)
  const known = variations.length < room ? Infinity : variations.at(-1)!.product_id
  let left = room
  let at = after

  const take = (id: number, wanted: readonly Variation[]) => {
    const taken = wanted.slice(0, left)
    reply.changes.variations.push(...taken)
    left -= taken.length
    at = { updated_at: 0, id, variation: taken.at(-1)?.id ?? at.variation }
  }

  if (after.variation !== null) take(after.id, byProduct.get(after.id) ?? [])
  for (const product of products) {
    if (left === 0 || product.id > known) break
    reply.changes.products.push(product)
    left -= 1
    at = { updated_at: 0, id: product.id, variation: 0 }
    take(product.id, byProduct.get(product.id) ?? [])
  }
  const isEnd = left > 0 && known === Infinity && products.length < room
  return { rows: room - left, after: isEnd ? null : at }
}

const productsAfter = ({ id }: Position, room: number) => {
  const { columns, from, there } = SOURCES.products
  return select<Product>(`SELECT ${columns} FROM ${from} WHERE t.id > :id AND ${there} ORDER BY t.id LIMIT :room`, {
    id,
    room,
  })
}

const variationsAfter = ({ id, variation }: Position, room: number) => {
  const { columns, from, there } = SOURCES.variations
  return select<Variation>(
    `SELECT ${columns} FROM ${from} FORCE INDEX (product_id)
      WHERE ((t.product_id = :id AND t.id > :variation) OR t.product_id > :id) AND ${there}
    ORDER BY t.product_id, t.id LIMIT :room`,
    { id, variation: variation ?? 4_294_967_295, room },
  )
}

function byProductOf(variations: readonly Variation[]): Map<number, Variation[]> {
  const groups = new Map<number, Variation[]>()
  for (const variation of variations) {
    const group = groups.get(variation.product_id)
    if (group) group.push(variation)
    else groups.set(variation.product_id, [variation])
  }
  return groups
}
