import type { RouteObject } from 'react-router-dom'
import { titled } from './browser/title.ts'
import { addOf, manyOf, oneOf } from './lib/entity-words.ts'
import { lazyScreen } from './lib/lazy-screen.ts'
import type { Entity } from '#sync/protocol/entity.ts'

/** The list, the add form and the change form of an entity that needs only its declaration. */
export function entityRoutes(entity: Entity): RouteObject[] {
  const path = entity.plural.replaceAll('_', '-')
  return [
    { path, ...titled(manyOf(entity)), lazy: listOf(entity) },
    {
      path: `${path}/add`,
      ...titled(addOf(entity)),
      lazy: lazyScreen(() => import('./staff/setup/entity-add.tsx'), 'EntityAdd'),
    },
    {
      path: `${path}/:id/view`,
      ...titled(oneOf(entity)),
      lazy: lazyScreen(() => import('./staff/setup/entity-view.tsx'), 'EntityView'),
    },
  ]
}

/** Search words also show those that are built in. */
function listOf({ name }: Entity): RouteObject['lazy'] {
  return name === 'search_word'
    ? lazyScreen(() => import('./staff/searches/search-word-list.tsx'), 'SearchWordList')
    : lazyScreen(() => import('./staff/setup/entity-list.tsx'), 'EntityList')
}
