import type { Location } from 'react-router-dom'

const NAME = 'scroll places'
/** A tab that was open for weeks need not remember more. */
const MOST = 200
let places: Map<string, number> | null = null

/** Keeps how far down a place is scrolled, in px, for who comes back to it. */
export function keepScroll({ key }: Location): void {
  const known = knownPlaces()
  known.delete(key)
  known.set(key, scrollY)
  if (known.size > MOST) known.delete(known.keys().next().value!)
}

/** Where somebody was at a place, in px; undefined where they have not been. */
export const scrollOf = ({ key }: Location): number | undefined => knownPlaces().get(key)

/** For a tab that is left for another site, or reloaded. A browser that keeps nothing for a site goes to the top then. */
export function keepForLater(location: Location): void {
  keepScroll(location)
  try {
    sessionStorage.setItem(NAME, JSON.stringify([...knownPlaces()]))
  } catch { /* not kept */ }
}

const knownPlaces = () => places ??= readPlaces()

function readPlaces(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(NAME) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}
