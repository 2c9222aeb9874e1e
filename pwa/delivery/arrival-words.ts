/** Delivery in short, beside the products and in the bag. */

export const seeDate = 'See delivery dates for your region'

const outside = (isRegionKnown: boolean) => (isRegionKnown ? '' : ' outside Greater Accra')
/** Sums with their currency. */
export const toGo = (left: string, over: string, isRegionKnown: boolean) =>
  `${left} to go: delivery${outside(isRegionKnown)} is free over ${over}.`
export const isFree = (isRegionKnown: boolean) => `Delivery${outside(isRegionKnown)} is free for this order.`
export const towardsFree = 'Towards free delivery'
