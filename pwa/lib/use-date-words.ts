import { formatDate } from './format.ts'
import { useMounted } from './use-mounted.ts'

/**
 * Writes moments as `formatDate` does; in the page's first picture, which the server may have drawn, by Ghana's clocks
 * instead of this device's.
 */
export function useDateWords(): (moment: string) => string {
  const isMounted = useMounted()
  return moment => formatDate(isMounted ? moment : inGhana(moment))
}

/** Which moment shows on a clock of this device what this one shows in Ghana, where clocks show UTC. */
function inGhana(moment: string): Date {
  const at = new Date(moment)
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes())
}
