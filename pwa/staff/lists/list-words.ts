import { formatCount } from '#pwa/lib/format.ts'

/** What every list of the back office says: its filters, its rows, and what is chosen among them. */

export const inAll = (count: number) => `${formatCount(count)} in all`
export const selectPage = 'Select all on this page'

export const chosenRows = 'Chosen rows'
export const chosen = (count: number) => `${formatCount(count)} chosen`
export const clearSelection = 'Clear selection'

export const downloadCsv = 'Download CSV'

export const optionsUnread = 'Its options could not be loaded.'
export const numbered = (number: string) => `No. ${number}`
export const from = 'From'
export const until = 'Until'

export const everybody = 'Everybody'

export const noTill = 'No till'
export const whoseDrawer = 'Whose drawer'
export const drawerHint = 'The next count of that drawer includes it.'
