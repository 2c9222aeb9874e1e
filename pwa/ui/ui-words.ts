/** Words of the shared parts of screens. */

export const loading = 'Loading, please wait...'
export const close = 'Close'
export const tryAgain = 'Try again'

export const asOf = (moment: string) => `No connection: as of ${moment}`
/** `what`: such as 'Your orders'. */
export const unread = (what: string) => `${what} could not be loaded.`

export const from = 'From '
export const was = 'was '
export const oneFewer = 'One fewer'
export const oneMore = 'One more'

export const optional = '(optional)'

export const pages = 'Pages'
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const page = (number: number) => `Page ${number}`

export const leaveUnsaved = 'Leave without saving?'
export const notSaved = 'Your changes are not saved yet.'
export const leave = 'Leave'
export const stay = 'Stay here'
export const oneOrMore = 'Enter a whole number, 1 or more.'
export const atMost = (most: number) => `The maximum is ${most}, so we changed it to ${most}.`

/** Why the browser refuses a field. */
export const unfit = (validity: Pick<ValidityState, 'valueMissing' | 'typeMismatch'>, otherwise: string) =>
  validity.valueMissing ? 'Fill in this field.' : validity.typeMismatch ? 'Enter a valid value.' : otherwise

export const stars = (average: number) => `${average} of 5 stars`
export const reviews = (count: number) => (count === 1 ? ' review' : ' reviews')
