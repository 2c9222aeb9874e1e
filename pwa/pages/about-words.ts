/** The shop's description and contact details. */

export const ourStory = 'Our story'
export const named = (shop: string) =>
  `${shop} is named after the edge of a cloth that will not fray: the selvedge. It is the part nobody sees, and the part that holds.`
export const began =
  'We began with one rail of jeans and a promise: sizes that run true, seams sewn twice, prices stated plainly. The rail became a shop. The promise stayed.'
export const howWeChoose = 'How we choose'
export const choosing =
  'Every piece is worn, washed and worn again before it is ordered. What bags at the knee or fades in blotches goes back. What stays is cut for heat, for long days, and for more than one season.'
export const howWeSell = 'How we sell'
export const selling =
  'The price on the tag is the price you pay, in cedis. If something does not fit, bring it back and we find the size that does.'
export const seeTheShop = 'Browse the shop'

export const contact = 'Contact'
export const callOrWrite = 'Call, write, or come by. A person answers.'
export const ourNumbers = 'How to reach us'
export const whatsApp = 'WhatsApp'
export const whatsAppAt = (phone: string) => `WhatsApp ${phone}`
/** The first words of a chat with the shop. */
export const hello = (shop: string) => `Hello ${shop}, `
export const directions = 'Directions'
export const map = 'Map of the shop’s location'
