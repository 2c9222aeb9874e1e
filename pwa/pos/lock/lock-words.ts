export const lockTill = 'Lock this till'
export const cancel = 'Cancel'
export const choosePin =
  'Choose a PIN of 4 to 6 digits. It opens this till again, with or without a network. It is kept on this device until you sign out.'
export const pin = 'PIN'
export const repeatPin = 'Repeat the PIN'
export const wrongShape = 'Enter 4 to 6 digits.'
export const easy = 'Choose digits that are harder to guess, not 1234 or 0000.'
export const different = 'The two PINs are not the same.'
export const noRoom = 'This device has no room left, so the PIN could not be kept. Use the screen lock of the device.'

export const locked = 'This till is locked'
export const goOn = (name: string) => `${name} is signed in. The cart is kept. Enter the PIN to go on.`
export const pinGone = 'The PIN is no longer on this device. Sign out, then sign in with the password.'
export const unlock = 'Unlock'
export const signOut = 'Sign out'
export const wrongPin = (wait: string | null) => `Wrong PIN. ${wait ? `Wait ${wait}, then try again.` : 'Try again.'}`
export const waitMore = (wait: string) => `Too many wrong PINs. Wait ${wait}, then try again.`
export const duration = (ms: number) => {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
export const cutOff =
  'You are offline. Nobody could sign in here after you sign out. Enter the PIN, or connect this device to the internet first.'
export const triedWrong = (wrong: number) =>
  `While this till was locked, a wrong PIN was entered ${wrong === 1 ? 'once' : `${wrong} times`}.`
