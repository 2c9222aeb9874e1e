/** The regions of Ghana that border on each, the one with the nearest capital first. */
const NEAR: Record<string, readonly string[]> = {
  'GH-AA': ['GH-EP', 'GH-CP', 'GH-TV'],
  'GH-AF': ['GH-BO', 'GH-AH', 'GH-WN'],
  'GH-AH': ['GH-BE', 'GH-AF', 'GH-EP', 'GH-CP', 'GH-WN', 'GH-BO', 'GH-WP'],
  'GH-BE': ['GH-BO', 'GH-AH', 'GH-SV', 'GH-NP', 'GH-OT', 'GH-EP'],
  'GH-BO': ['GH-BE', 'GH-AF', 'GH-AH', 'GH-SV', 'GH-WN'],
  'GH-CP': ['GH-WP', 'GH-AA', 'GH-EP', 'GH-AH'],
  'GH-EP': ['GH-AA', 'GH-TV', 'GH-CP', 'GH-AH', 'GH-OT', 'GH-BE'],
  'GH-NE': ['GH-UE', 'GH-NP', 'GH-SV', 'GH-UW'],
  'GH-NP': ['GH-SV', 'GH-NE', 'GH-BE', 'GH-OT'],
  'GH-OT': ['GH-TV', 'GH-NP', 'GH-BE', 'GH-EP'],
  'GH-SV': ['GH-NP', 'GH-BE', 'GH-UW', 'GH-BO', 'GH-NE'],
  'GH-TV': ['GH-EP', 'GH-AA', 'GH-OT'],
  'GH-UE': ['GH-NE', 'GH-UW'],
  'GH-UW': ['GH-SV', 'GH-UE', 'GH-NE'],
  'GH-WN': ['GH-AF', 'GH-AH', 'GH-BO', 'GH-WP'],
  'GH-WP': ['GH-CP', 'GH-WN', 'GH-AH'],
}

/** The nearest other region that is among `reached`, by the fewest borders on the way; null if there is none. */
export function nearestReached(region: string, reached: ReadonlySet<string>): string | null {
  const seen = new Set([region])
  for (let ring = [region]; ring.length > 0;) {
    ring = ring.flatMap(code => NEAR[code] ?? []).filter(code => !seen.has(code) && seen.add(code))
    const found = ring.find(code => reached.has(code))
    if (found) return found
  }
  return null
}
