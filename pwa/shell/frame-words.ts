/** The frame around every screen of the shop, from top to bottom, and its words for a missing screen. */

export const skip = 'Skip to content'

export const menu = 'Menu'
export const shop = 'Shop'
export const collections = 'Collections'
export const ourStory = 'Our story'
export const contact = 'Contact'
export const search = 'Search'
export const searchForProduct = 'Search for Product.'
export const login = 'Login'

export const aboutTheShop = 'About the shop'
export const newsletter = 'Newsletter'
export const register = 'Register'
export const policies = 'Policies'
export const goodToKnow = 'Good to know'
export const shippingPolicy = 'Shipping policy'
export const returnsPolicy = 'Returns policy'
export const waysToPay = 'Payment methods'
export const payMarks = [
  { way: 'mtn', kind: 'wallet', name: 'MTN MoMo' },
  { way: 'telecel', kind: 'wallet', name: 'Telecel Cash' },
  { way: 'at', kind: 'wallet', name: 'AT Money' },
  { way: 'visa', kind: 'card', name: 'Visa' },
  { way: 'mastercard', kind: 'card', name: 'Mastercard' },
]
export const privacyPolicy = 'Privacy policy'
export const giftCard = 'Gift cards'
export const whatsApp = (phone: string) => `WhatsApp ${phone}`
/** The first words of a chat with the shop. */
export const hello = (shop: string) => `Hello ${shop}, `
export const deliveryFacts = 'Delivery'
export const delivery = 'Delivery to all of Ghana by rider and bus. Pick-up at the shop is free.'
export const freeOver = (sum: string) => `Outside Greater Accra delivery is free over ${sum}.`
export const storeHours = 'Store hours'

/** A new build, by its progress. */
export const updates = {
  offered: 'A new version of the shop is ready.',
  waiting: 'Updating … What is not sent yet is sent first.',
  selling: 'A cart is open on this device. Finish the sale, then try again.',
  sending: 'Sales are still being sent. Try again in a moment.',
  kept: 'The browser still uses the old version. Try again, or close the shop’s other tabs.',
}
export const later = 'Later'
export const updateNow = 'Update now'

export const notLoaded = 'We couldn’t load this part of the shop.'
export const notLoadedMore = 'The network may be down or very slow. Nothing you did is lost.'
export const broken = 'Something went wrong on this page.'
export const brokenMore = 'What you finished is safe. If it happens again, please tell us what you were doing.'
export const goHome = 'Go to the home page'
