import type { Location } from 'react-router-dom'
import { keepInTab, keptInTab } from './in-this-tab.ts'

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

/** For a tab that is left for another site, or reloaded. */
export function keepForLater(location: Location): void {
  keepScroll(location)
  keepInTab(NAME, [...knownPlaces()])
}

const knownPlaces = () => (places ??= new Map(keptInTab<[string, number][]>(NAME)))
