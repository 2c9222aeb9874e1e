/** The menu of who is signed in, and their way out. */

export const myOrders = 'My Orders'
export const security = 'Security'
export const logout = 'Logout'
export const stillSignedIn = 'You are still signed in: what looks for unsent sales could not be loaded. Check the network and try again.'
export const unsent = (count: number) => count === 1 ? '1 sale is not sent yet' : `${count} sales are not sent yet`
export const unsentMore = 'They stay safe on this device, and go out when staff sign in here again.'
export const staySignedIn = 'Stay signed in'
