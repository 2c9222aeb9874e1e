import type { Till } from '#sync/protocol/till.ts'
import { formatCount, formatDate } from '#pwa/lib/format.ts'
import { Link } from '#pwa/ui/link.tsx'

/** Tills: their state, their sales, and revoking one. */

export const states: Record<Till['status_code'], string> = { ACTIVE: 'In use', REVOKED: 'Revoked' }
/** Numbers as ranges: 3, 4, 5 and 9 become '3–5, 9'. Ascending. */
export function stretches(numbers: readonly number[]): string {
  const found: [number, number][] = []
  for (const number of numbers) {
    const last = found.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else found.push([number, number])
  }
  return found.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ')
}

export const tillName = 'Name'
export const code = 'Code'
export const state = 'State'
export const lastSeen = 'Last seen'
export const lastSale = 'Last sale'
export const noneYet = 'None yet'
export const lastReceived = 'Last sale received'
export const gapsOpen = 'Open gaps'
export const none = 'None'
export const open = (count: number) => `${formatCount(count)} open`
export const setUp = 'Set up'
export const tills = 'Tills'
export const searchBox = 'Name or code'
export const any = 'Any'
export const gaps = 'Gaps'
export const withOrWithout = 'Any'
export const withGaps = 'With open gaps'
export const nothingFound = 'No tills found.'
export const setUpHere = 'Set up this device'
export const removeFilter = 'Remove a filter to see more.'
export const howTillsCome = 'Open Store Order on a device to set it up as a till.'

export const notNotedYet = 'Not recorded yet'
export const nothingYet = 'Nothing yet'
export const device = 'Device'
export const aboutIt = 'Details'
export const by = ', by'

export const number = 'Number'
export const when = 'When'
export const cashier = 'Cashier'
export const total = 'Total'
export const recentSales = 'Recent sales'
export const nothingSold = 'Nothing was sold here yet.'
export const allSales = 'All its sales'

export const missingSales = 'Missing sales'
export const allArrived = 'Everything up to its last sale has arrived.'
export const notArrived = (numbers: string) => `Numbers not received: ${numbers}.`
export const told = (at: string) => `Reported ${formatDate(at)}.`
export const resolve = (count: number) => `Resolve ${count === 1 ? 'it' : `all ${formatCount(count)}`}`
export const allExceptions = 'All exceptions of its sales'

export const keys = 'Keys'
export const byWhom = (name: string) => `, by ${name}`
export const vouchedFor = (key: string) => `. Confirmed by the previous key, ${key}`
export const signedUpTo = (number: number) => `Last number signed: ${formatCount(number)}.`
export const approve = 'Approve this till'

export const till = 'Till'
export const update = 'Update Till'
export const codeHint = 'Its receipt numbers start with it. It cannot change'
export const nameHint = 'For example, its place in the shop. Drawers and lists use this name'
export const sellsAgain = 'It can sell again.'
export const aboutSellingAgain =
  'Its new sales are booked without an exception. Earlier exceptions stay open until someone resolves them. Its products load again. It keeps its code, and its receipt numbers go on.'
export const whatHappens = 'What happens to its sales'
export const revoked = 'This till is revoked.'
export const nothingLost =
  'No sale is lost. Unsent sales stay on the device and are booked when they are sent. Each is then listed under Exceptions as “Unknown till”.'
export const NoAccess = () => (
  <>
    Nobody can pay out of its drawer, but you can still count it. When it next goes online its products are removed, so
    it cannot sell. If it was lost or stolen, also sign out its cashier under <Link to="/staff/users">Users</Link>. It
    then loads nothing until someone signs in.
  </>
)
