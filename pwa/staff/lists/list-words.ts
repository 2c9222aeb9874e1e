import { formatCount } from '#pwa/lib/format.ts'

/** Words of every list in the back office: its filters, its rows, and the chosen ones. */

export const results = (count: number) => `${formatCount(count)} ${count === 1 ? 'result' : 'results'}`
export const selectPage = 'Select all on this page'

export const chosenRows = 'Selected rows'
export const chosen = (count: number) => `${formatCount(count)} selected`
export const clearSelection = 'Clear selection'

export const downloadCsv = 'Download CSV'

export const optionsUnread = 'The options could not be loaded.'
export const numbered = (number: string) => `No. ${number}`
export const from = 'From'
export const until = 'To'

export const everybody = 'Everybody'

export const noTill = 'No till'
export const whoseDrawer = 'Drawer'
export const drawerHint = 'The next count of that drawer includes it.'
export const tillNamed = (code: string, name: string) => `${code} · ${name}`
