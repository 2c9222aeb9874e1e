/** A customer's own details: name, password, devices, and the export or deletion of their data. */

export const yourDetails = 'Your details'

export const confirmYourEmail = 'Confirm your email'
export const confirmBy = (email: string, date: string) =>
  `Open the link we sent to ${email}. An account that is not confirmed by ${date} is deleted, unless it has an order.`
export const sendLinkAgain = 'Send the link again'
export const confirmEmail = {
  confirmTitle: confirmYourEmail,
  confirmWhy: 'Confirm that this is the email address of your account.',
  yes: 'Confirm',
  isConfirmed: 'Your email address is confirmed.',
  linkOver: 'This link no longer works. You can ask for a new one under Your details.',
}

export const nameAndPhone = 'Name and phone'
export const name = 'Name'
export const email = 'Email'
export const writeToUs = 'Contact us to change it'
export const phone = 'Phone'
export const save = 'Save'

export const password = 'Password'
export const presentPassword = 'Current password'
export const newPassword = 'New password'
export const passwordLength = '8 characters or more'
export const sameAgain = 'Repeat new password'
export const changePassword = 'Change password'

export const whereSignedIn = 'Signed-in devices'
export const yourDevices = 'Your devices'
export const device = (name: string | null) => name || 'A device'
export const lastUsed = (date: string) => `Last used ${date}`
export const thisDevice = 'This device'
export const signOut = 'Sign out'
export const signOutWhich = (name: string | null, date: string) => `Sign out ${name || 'a device'}, last used ${date}`
export const signOutOthers = 'Sign out every other device'

export const yourData = 'Your data'
export const isYours = 'Download everything we store about you, as a file that other programs can read.'
export const download = 'Download my data'
export const worksHere =
  'Staff cannot delete their own account. Ask an administrator to change your role to customer first.'
export const canBeErased = 'You can delete your account. By law we keep your orders, without your personal details.'
export const eraseMine = 'Delete my account'

export const eraseYours = 'Delete your account?'
export const whatGoes =
  'We delete your name, email, phone, addresses, wishlist and bag at once, and sign out every device. You cannot undo this. You can no longer return items from this account.'
export const yourPassword = 'Your password'
export const keepMine = 'Keep my account'
export const eraseForEver = 'Delete permanently'
