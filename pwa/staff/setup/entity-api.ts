import type { UseQueryResult } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { ApiError } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi, useApiAll } from '#pwa/lib/use-api.ts'
import { declared } from '#sync/protocol/declared.ts'
import type { EntityPath, EntityQuery } from '#sync/protocol/endpoints/entities.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'
import { setting } from '#sync/protocol/entities/setting.ts'
import type { Entity } from '#sync/protocol/entity.ts'
import type { Page } from '#sync/protocol/page.ts'
import * as words from './setup-words.ts'

/** Every entity whose screens follow from its declaration, by its path below /staff. */
export const ENTITIES: Record<EntityPath, Entity> = { ...declared, coupons: coupon, settings: setting }

/** A row of any of them. */
export interface EntityRow {
  id: number
  updated_at: string
  [field: string]: unknown
}

/** The entity in the address. @throws if there is none, as for a missing page */
export function useEntity(): { path: EntityPath; entity: Entity } {
  const path = useLocation().pathname.split('/')[2] ?? ''
  if (!Object.hasOwn(ENTITIES, path)) throw new ApiError(404, { code: 'not_found', message: words.pageNotFound })
  return { path: path as EntityPath, entity: ENTITIES[path as EntityPath] }
}

export const useEntityList = (path: EntityPath, query: EntityQuery, options?: { page?: boolean; enabled?: boolean }) =>
  useApi(`GET /api/staff/${path}`, { query }, options)

/** The rows of the entity of this name, with their names: the options of a reference. */
export function useNamed(name: string): UseQueryResult<EntityRow[]> {
  const path = (Object.keys(ENTITIES) as EntityPath[]).find(key => ENTITIES[key].name === name)!
  return useApiAll(`GET /api/staff/${path}`, { order_column: 'name', order_direction: 'asc' }, { pageOf: pageIn })
}

/** The rows of a reply, for any entity. */
export const pageIn = (reply: object) => Object.values(reply)[0] as Page<EntityRow>

/** A row, and the state of its request. */
export function useEntityRow(path: EntityPath, id: number) {
  const read = useApi(`GET /api/staff/${path}/:id`, { params: { id } }, { page: true })
  const { data } = read
  const row = data && (Object.values(data as object)[0] as EntityRow)
  return { row: row?.id === id ? row : undefined, read }
}

/**
 * Adds a row, or changes the one with this id, and returns the shop's message. Reloads everything that shows these
 * rows, including public data.
 */
export async function saveEntity(
  path: EntityPath,
  body: object,
  { id, key }: { id?: number | undefined; key: string },
): Promise<string> {
  const { message } =
    id === undefined
      ? await api(`POST /api/staff/${path}`, { body: body as never, key })
      : await api(`PATCH /api/staff/${path}/:id`, { params: { id }, body: body as never })
  await Promise.all(
    [`GET /api/staff/${path}`, `GET /api/staff/${path}/:id`, `GET /api/${path}`].map(name =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )
  return String(message)
}
