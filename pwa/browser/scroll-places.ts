import type { Location } from 'react-router-dom'
import { keepInTab, keptInTab } from './in-this-tab.ts'

const NAME = 'scroll places'
/** The most places kept, for a tab that stays open for weeks. */
const MOST = 200
let places: Map<string, number> | null = null

/** Keeps the scroll position of a place, in px, for a return. */
export function keepScroll({ key }: Location): void {
  const known = knownPlaces()
  known.delete(key)
  known.set(key, scrollY)
  if (known.size > MOST) known.delete(known.keys().next().value!)
}

/** The scroll position at a place, in px; undefined on a first visit. */
export const scrollOf = ({ key }: Location): number | undefined => knownPlaces().get(key)

/** Saves the positions when the tab reloads or leaves for another site. */
export function keepForLater(location: Location): void {
  keepScroll(location)
  keepInTab(NAME, [...knownPlaces()])
}

const knownPlaces = () => (places ??= new Map(keptInTab<[string, number][]>(NAME)))
