import { createHash } from 'node:crypto'
import { select, selectOne } from '#api/db/database.ts'

/** One link of the chain. */
export interface Link {
  id: number
  table_code: string
  up_to: number
  digests: Buffer
  sealed_at: Date
  hash: Buffer
  public_key: string
  signature: Buffer
}

export const NOTHING = Buffer.alloc(32)

export const hashOf = (
  { id, table_code, up_to, digests, sealed_at }: Omit<Link, 'hash' | 'public_key' | 'signature'>,
  before: Buffer,
): Buffer =>
  createHash('sha256')
    .update(before)
    .update(JSON.stringify([id, table_code, up_to, sealed_at]))
    .update(digests)
    .digest()

export const LAST_LINK = 'SELECT * FROM seals ORDER BY id DESC LIMIT 1'
export const lastLink = (): Promise<Link | null> => selectOne<Link>(LAST_LINK)

export const linkAt = (id: number): Promise<Link | null> => selectOne<Link>('SELECT * FROM seals WHERE id = ?', [id])

const AT_ONCE = 20

export async function* everyLink(): AsyncGenerator<Link> {
  let after = 0
  for (;;) {
    const links = await select<Link>('SELECT * FROM seals WHERE id > ? ORDER BY id LIMIT ?', [after, AT_ONCE])
    yield* links
    if (links.length < AT_ONCE) return
    after = links.at(-1)!.id
  }
}
