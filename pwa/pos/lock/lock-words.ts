export const lockTill = 'Lock this till'
export const cancel = 'Cancel'
export const choosePin =
  'Choose a PIN of 6 digits. It unlocks this till, online or offline, for 14 days after you sign in with your password. Signing out removes it from this device.'
export const yourPin = 'Your PIN for this till'
export const whyPin = 'A PIN locks this till with one touch, and lets colleagues take over without passwords.'
export const keepPin = 'Save PIN'
export const notNow = 'Not now'
export const pinKept = 'Your PIN is saved on this device.'
export const lockOrSwitch = (name: string) => `${name}: lock this till`
export const lock = 'Lock'
export const pin = 'PIN'
export const repeatPin = 'Repeat the PIN'
export const wrongShape = 'Enter 6 digits.'
export const easy = 'Choose a PIN that is harder to guess than 123456 or 000000.'
export const different = 'The PINs do not match.'
export const noRoom = 'This device is full, so we couldn’t save the PIN. Use the screen lock of the device.'

export const locked = 'This till is locked'
export const goOn = (name: string) => `${name} is signed in. The cart is saved. Enter the PIN to continue.`
export const takeOver = (name: string) => `${name}, enter your PIN. Your own cart opens.`
export const whoIsHere = 'Who is at the till?'
export const out = (name: string) =>
  `${name} can no longer sell at this till. Ask a manager, or sign in with the password.`
export const pinGone = 'The PIN is no longer on this device. Sign out, then sign in with the password.'
export const pinOver =
  'You last signed in here more than 14 days ago. Connect this device to the internet, sign out, and sign in with your password.'
export const pinTooOld =
  'You last signed in here more than 14 days ago, so your PIN would not unlock this till. Sign out and sign in with your password, then lock it.'
export const unlock = 'Unlock'
export const somebodyElse = 'Somebody else: sign in with the password'
export const signOut = 'Sign out'
export const wrongPin = (wait: string | null) => `Wrong PIN. ${wait ? `Wait ${wait}, then try again.` : 'Try again.'}`
export const waitMore = (wait: string) => `Too many wrong PINs. Wait ${wait}, then try again.`
export const duration = (ms: number) => {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
export const cutOff =
  'You are offline. If you sign out now, nobody can sign in here. Enter the PIN, or connect this device to the internet first.'
export const triedWrong = (wrong: number) =>
  `While this till was locked, a wrong PIN was entered ${wrong === 1 ? 'once' : `${wrong} times`}.`
