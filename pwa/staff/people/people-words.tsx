import { Link } from '#pwa/ui/link.tsx'

/** Customers and staff: their list, their details, and their access. */

export const userName = 'Name'
export const email = 'Email'
export const phone = 'Phone'
export const role = 'Role'
export const status = 'Status'
export const since = 'Since'
export const active = 'Active'
export const inactive = 'Inactive'
export const customers = 'Customers'
export const users = 'Users'
export const newUser = 'New User'
export const searchBox = 'Name, email or phone'
export const everyRole = 'All roles'
export const any = 'Any'
export const nobodyFound = 'No users found.'
export const tryAnother = 'Try another name, or every role.'

export const user = 'User'
export const invite = 'Send an email with a link to set a password. It works for a week'
export const setNow = 'Set one now'
export const password = 'Password'
export const theirPassword = 'Their password'
export const passwordHint = '8 characters or more'

export const update = 'Update User'
export const newPassword = 'New password'
export const passwordKept = 'Leave empty to keep it'

export const goBack = 'Go Back'
export const ThisIsYou = () => (
  <>
    This is you. Change your name, email and password in <Link to="/account-area/details">your account</Link>, and
    two-step verification under <Link to="/staff/security">Security</Link>. Someone with a higher role can change your
    role.
  </>
)
export const askHigherRole = 'Only someone with a higher role can change this user.'

export const access = 'Access'
export const inviteByMail = 'Invite by email'
export const endSessions = 'Sign out everywhere'
export const resetSecondStep = 'Reset two-step verification'
export const signedOut = (name: string) =>
  `${name} is signed out on every device at once. Unsent sales stay on a till until someone signs in there.`
export const cancel = 'Cancel'
export const stopsWorking = (name: string) =>
  `${name}’s passkeys, authenticator app and recovery codes stop working, and ${name} is signed out on every device. Make sure that the request comes from ${name}.`
export const reset = 'Reset'
