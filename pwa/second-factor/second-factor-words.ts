/** Two-step verification: signing in, confirming an action, and setting it up. */

export const confirmItIsYou = 'Confirm it is you'
export const atSignIn = 'Your password is correct. One more step.'
export const again = 'Confirm again. We will not ask again for 10 minutes.'

export const byPasskey = 'Use your passkey'
export const appCode = 'Code from your authenticator app'
export const appCodeForm = '6 digits'
export const recoveryCode = 'Recovery code'
export const recoveryCodeForm = 'One of the ten codes you saved. Each works once.'
export const confirm = 'Confirm'
export const cancel = 'Cancel'
export const backToLogin = 'Back to login'
export const otherWays = 'Other methods'
export const instead = {
  passkey: 'Use a passkey',
  totp: 'Use your authenticator app',
  recovery: 'Use a recovery code',
} as const
export const noWay =
  'None of your sign-in methods works on this device. Ask an administrator to reset your two-step verification.'

export const passkeyNotUsed = 'The passkey was not used. Try again, or use another method.'
export const passkeyNotMade = 'The passkey was not created. Try again.'
export const passkeyExists = 'This device already has your passkey.'
/** `host`: the host name of this shop's passkeys. */
export const passkeysElsewhere = (host: string) => `Passkeys do not work at this address. Open the shop at ${host}.`
export const passkeysUnknown = 'This browser does not support passkeys. Use an authenticator app instead.'
