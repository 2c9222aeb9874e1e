import { formatDate } from './format.ts'
import { useMounted } from './use-mounted.ts'

/**
 * Formats times as `formatDate` does. The first render uses Ghana's time instead of this device's, because the server
 * may have drawn it.
 */
export function useDateWords(): (moment: string) => string {
  const isMounted = useMounted()
  return moment => formatDate(isMounted ? moment : inGhana(moment))
}

/** The time that a clock of this device shows as this one shows in Ghana, which uses UTC. */
function inGhana(moment: string): Date {
  const at = new Date(moment)
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes())
}
