import type { AlertKind, OwnAlert } from '#sync/protocol/shop/alert.ts'

export const once: Record<AlertKind, string> = {
  STOCK: 'We will tell you once, when it is back in stock. Stock may be limited.',
  PRICE: 'We will tell you once, when the price drops below today’s.',
  READY: 'We will tell you once, when your order is ready. We also email you.',
}

export const notifyHere = 'Notify me on this device'
export const onlyAsked = 'Your browser will ask for permission. We send nothing else.'
export const emailMe = 'Email me'
export const email = 'Email'
export const youConfirm = 'We send one email first, so that you can confirm.'

export const blocked =
  'This browser blocks our notifications. Allow them in its settings for this site, or choose email.'
export const noPush = 'Notifications are not available in this browser right now. Choose email, or try again later.'

export const told: Record<OwnAlert['by'], string> = {
  PUSH: 'We will notify you on your device.',
  MAIL: 'We will email you.',
}
export const notConfirmed = 'Check your email and confirm your address.'
export const turnOff = 'Turn off'
export const turnOffWhich = (alert: OwnAlert) => `Turn off: ${about[alert.kind]}, ${alert.name}`
export const yourAlerts = 'Your alerts'

export const about: Record<AlertKind, string> = { STOCK: 'Back in stock', PRICE: 'Price drop', READY: 'Order ready' }

export const alerts = 'Alerts'
export const none = 'You have no alerts.'
export const howTo = 'Choose a sold-out size and tap "Tell me when it is back", or set a price alert on your wishlist.'
export const toShop = 'Go to the shop'

export const confirmTitle = 'Confirm your alert'
export const confirmWhy = 'Confirm that this is your email address. You can turn alerts off in every email.'
export const yes = 'Yes, tell me'
export const offTitle = 'Turn off alerts'
export const turningOff = 'Turning off…'
export const isOff = 'Alerts are off for this address.'
export const isConfirmed = 'Confirmed. We will tell you.'
export const linkOver = 'This link no longer works. Your alert is already confirmed or turned off.'
export const linkNotWhole = 'This link is incomplete. Open it again from the email.'
export const again = 'Try again'
