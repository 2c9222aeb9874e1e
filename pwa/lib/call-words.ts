/** Messages for calls that the shop did not answer itself, and after calls that sign somebody in. */

export const notReached = 'No connection to the shop. Check the network and try again.'
/** `status`: of the reply. */
export const notAnswered = (status: number) => `The shop couldn’t process this (${status}). Please try again.`
export const needsPassword = 'This needs your password: sign in first.'
export const pageNotFound = 'Page not found.'

export const confirmByLink = (email: string) => `We sent a link to ${email}. Open it to confirm your email.`
export const yourBag = 'Your bag'
