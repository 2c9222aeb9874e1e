/** Words of the shared parts of screens. */

export const loading = 'Loading, please wait...'
export const close = 'Close'
export const tryAgain = 'Try again'

export const asOf = (moment: string) => `No connection: as of ${moment}`
/** `what`: such as 'Your orders'. */
export const unread = (what: string) => `${what} could not be loaded.`

export const was = 'was '
export const oneFewer = 'One fewer'
export const oneMore = 'One more'

export const optional = '(optional)'

export const pages = 'Pages'
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const page = (number: number) => `Page ${number}`

export const leaveUnsaved = 'Leave without saving?'
export const notSaved = 'What you changed here is not saved yet.'
export const leave = 'Leave'
export const stay = 'Stay here'
