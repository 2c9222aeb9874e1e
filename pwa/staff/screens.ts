import type { RouteObject } from 'react-router-dom'
import type { RouteHandle } from '#pwa/browser/title.ts'
import { staffRoutes } from '#pwa/staff-routes.tsx'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'
import * as staffWords from './staff-words.ts'

export interface Screen {
  to: string
  words: string
  clearance: number
}

/** Every screen of the back office that needs no row: lists, add forms, the till. */
export const SCREENS: readonly Screen[] = [
  ...staffRoutes.flatMap(route =>
    route.children ? route.children.flatMap(child => screenOf(child, MANAGEMENT)) : screenOf(route, STAFF),
  ),
  { to: '/staff/users?role_code=CUSTOMER', words: staffWords.customers, clearance: MANAGEMENT },
]

function screenOf({ path = '', handle, index }: RouteObject, clearance: number): Screen[] {
  const title = (handle as RouteHandle | undefined)?.title
  return title === undefined || path.includes(':')
    ? []
    : [{ to: index ? '/staff' : `/staff/${path}`, words: title, clearance }]
}
