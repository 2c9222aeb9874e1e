/**
 * What the shop knows of somebody themselves: name, password, devices, and what is theirs to carry off or have erased.
 */

export const yourDetails = 'Your details'

export const nameAndPhone = 'Name and phone'
export const name = 'Name'
export const email = 'E-mail'
export const writeToUs = 'Write to us to have it changed'
export const phone = 'Phone'
export const save = 'Save'

export const password = 'Password'
export const presentPassword = 'Present password'
export const newPassword = 'New password'
export const passwordLength = '8 characters or more'
export const sameAgain = 'The same again'
export const changePassword = 'Change password'

export const whereSignedIn = 'Where you are signed in'
export const yourDevices = 'Your devices'
export const device = (name: string | null) => name || 'A device'
export const lastUsed = (date: string) => `Last used ${date}`
export const thisDevice = 'This device'
export const signOut = 'Sign out'
export const signOutWhich = (name: string | null, date: string) => `Sign out ${name || 'a device'}, last used ${date}`
export const signOutOthers = 'Sign out every other device'

export const yourData = 'Your data'
export const isYours = 'Everything we hold of you is yours to have, as a file that other programs can read.'
export const download = 'Download my data'
export const worksHere = 'You work here: an administrator can make you a customer, and then you can erase your account.'
export const canBeErased =
  'Your account can be erased for ever. Your orders stay in our books, as the law has it, without anything that leads to you.'
export const eraseMine = 'Erase my account'

export const eraseYours = 'Erase your account?'
export const whatGoes =
  'Your name, e-mail, phone, addresses, wishlist and bag go at once, and every device is signed out. It cannot be undone. With it goes the right to send something back from this account.'
export const yourPassword = 'Your password'
export const keepMine = 'Keep my account'
export const eraseForEver = 'Erase it for ever'
