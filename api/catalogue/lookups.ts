import { select } from '#api/db/database.ts'
import { lastKnown } from '#api/http/last-known.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'

export interface Lookup {
  id: number
  code: string
  name: string
}

/** Sizes in wearing order, which SQL cannot sort by; there are few. */
export async function listSizes(query: PageQuery): Promise<Page<Lookup>> {
  const all = [...(await lastKnown('sizes', () => select<Lookup>('SELECT id, code, name FROM sizes')))].sort((a, b) =>
    bySizeCode(a.code, b.code),
  )
  const { limit, offset } = windowOf(query)
  return paged(all.slice(offset, offset + limit), all.length, query)
}

/** Colours by name. */
export async function listColours(query: PageQuery): Promise<Page<Lookup>> {
  const all = await lastKnown('colours', () => select<Lookup>('SELECT id, code, name FROM colours ORDER BY name, id'))
  const { limit, offset } = windowOf(query)
  return paged(all.slice(offset, offset + limit), all.length, query)
}
