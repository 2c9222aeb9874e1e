/** Messages for calls that the shop did not answer itself, and after calls that sign somebody in. */

export const notReached = 'No connection to the shop. Check the network and try again.'
/** `status`: of the reply. */
export const notAnswered = (status: number) => `The shop could not answer (${status}). Please try again.`
export const pageNotFound = 'Page not found.'

export const yourBag = 'Your bag'
