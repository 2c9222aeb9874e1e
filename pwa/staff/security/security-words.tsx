import { formatDate } from '#pwa/lib/format.ts'

/** Two-step verification: passkeys, the authenticator app and recovery codes. */

export const security = 'Security'
export const setUpFirst = 'Set up two-step verification to open the back office.'
export const addBelow = 'Add a passkey or an authenticator app below.'
export const passwordOnceMore = 'You will enter your password again.'
export const isOff = 'Two-step verification is off for your role. What you set up here applies once it is on.'
export const isOn = 'Two-step verification is on. You confirm each sign-in with one of the methods below.'
export const addOne = 'Add a second step to your password: a passkey, or a code from an app on your phone.'

export const passkeys = 'Passkeys'
export const aboutPasskeys = 'Confirm with a fingerprint, your face or a PIN on this device, or with a security key.'
export const added = ({ created_at, used_at }: { created_at: string; used_at: string | null }) =>
  `Added ${formatDate(created_at)}${used_at ? ` · last used ${formatDate(used_at)}` : ''}`
export const removeOf = (what: string) => `Remove ${what}`
export const remove = 'Remove'
export const addPasskey = 'Add a passkey'
export const passkeyName = 'Name of the passkey'
export const addThePasskey = 'Add passkey'

export const app = 'Authenticator app'
export const aboutApp = 'An app on your phone shows a 6-digit code, even offline.'
export const isSetUp = 'Set up'
export const removeApp = 'Remove the authenticator app'
export const theApp = 'the authenticator app'
export const setUpApp = 'Set up an authenticator app'
export const setUpAnApp = 'Set up an app'
export const finishApp = 'Finish setting up the app'
export const Scan = ({ uri }: { uri: string }) => (
  <>
    1. Scan this with the app, <a href={uri}>open it on this device</a>, or type the key.
  </>
)
export const qrCode = 'QR code for the authenticator app'
export const key = 'Key:'
export const codeShown = '2. Code that the app shows'
export const confirmApp = 'Confirm the app'
export const cancel = 'Cancel'

export const yourPassword = 'Your password'

export const recoveryCodes = 'Recovery codes'
export const saveNow = 'Save these codes now. They are not shown again.'
export const whatTheyAreFor =
  'Each signs you in once when you have neither your passkey nor your app. Keep them apart from your password.'
export const yourCodes = 'Your recovery codes'
export const download = 'Download'
export const saved = 'I have saved them'
export const openBackOffice = 'Open the back office'
export const newCodes = 'New recovery codes'
export const codesLeft = (left: number, all: number) =>
  `${left} of ${all} codes are left. New codes replace the old ones.`
export const makeNewCodes = 'Make new codes'

export const askRemove = (what: string) => `Remove ${what}?`
export const noLongerSignsIn = 'You can no longer sign in with it.'
export const codesGoToo = 'Your recovery codes are removed too.'
export const keepIt = 'Keep it'
