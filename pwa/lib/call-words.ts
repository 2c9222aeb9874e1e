/** What is said of calls of the shop where the shop itself says nothing, and after those that sign somebody in. */

export const notReached = 'No connection to the shop. Check the network and try again.'
/** `status`: of its reply. */
export const notAnswered = (status: number) => `The shop could not answer (${status}). Please try again.`
export const pageNotFound = 'Page not found.'

export const yourBag = 'Your bag'
