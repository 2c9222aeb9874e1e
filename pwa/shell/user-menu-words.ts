export const myOrders = 'My Orders'
export const security = 'Security'
export const logout = 'Logout'
export const stillSignedIn =
  'You are still signed in. We couldn’t check for unsent sales. Check the network and try again.'
const entries = (count: number) => (count === 1 ? '1 sale is not sent yet' : `${count} sales are not sent yet`)
export const leaving = ({ unsent, isCutOff }: { unsent: number; isCutOff: boolean }) =>
  isCutOff ? 'You are offline' : entries(unsent)
export const cutOff = (canLock: boolean) =>
  `After you log out, nobody can sign in or sell here until the network is back. ${canLock ? 'Lock the till instead: your PIN unlocks it offline.' : 'To keep this device safe, stay signed in and use its screen lock.'}`
export const leftBehind = ({ unsent, unsigned }: { unsent: number; unsigned: number }) =>
  `${entries(unsent)}. ${unsigned > 0 ? 'Everything stays safe on this device and is sent when staff sign in here again.' : 'Everything stays safe on this device and is sent as soon as there is a network.'}`
export const staySignedIn = 'Stay signed in'
export const lock = 'Lock'
export const lockedInstead = 'You are offline, so the till was locked instead.'
export const lockInstead = 'Lock instead'
export const notLocked = 'The lock could not be loaded. Check the network and try again.'
export const notTill = 'This device is not a till yet, so it cannot be locked here. Use the screen lock of the device.'
export const pinOver =
  'You last signed in here more than 14 days ago, so your PIN would not unlock this till. Sign out and sign in with your password, then lock it.'
