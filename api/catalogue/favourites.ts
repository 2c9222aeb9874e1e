import { select } from '#api/db/database.ts'
import type { Session } from '#api/http/access.ts'
import { ownedBy, ownerOf } from '#api/http/owner.ts'

/** The current visitor's favourite products. */
export async function favouritesOf(session: Session | null): Promise<ReadonlySet<number>> {
  if (!session) return new Set()
  const owner = ownerOf(session)
  const rows = await select<{ product_id: number }>(`SELECT product_id FROM wishlist_items WHERE ${ownedBy(owner)}`, {
    ...owner,
  })
  return new Set(rows.map(({ product_id }) => product_id))
}
