import { formatCount } from '#pwa/lib/format.ts'
import type { Fit, ReviewStatus } from '#sync/protocol/shop/review.ts'

/** Reviews: as everybody reads them, and as their buyer writes them. */

export const reviews = 'Reviews'
export const fromReviews = (count: number) => (count === 1 ? '1 review' : `${formatCount(count)} reviews`)
export const howItFits = 'How it fits'
export const fits: Record<Fit, string> = { SMALL: 'Runs small', TRUE: 'True to size', LARGE: 'Runs large' }
export const starsGiven = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`)
export const aCustomer = 'A customer'
export const bought = (size: string) => `Bought ${size}`
export const returned = 'Returned'
export const pictureOf = (nth: number) => `Picture ${nth} from a customer`
export const replyOf = (shop: string) => `${shop} replied`
export const theReviews = 'The reviews'

export const reviewWhatYouBought = 'Review what you bought'
export const howItHelps = 'Say how it fits and wears. Your review helps other shoppers choose a size.'
export const write = 'Write a review'
export const writeOf = (product: string) => `Write a review of ${product}`
export const change = 'Change your review'
export const changeOf = (product: string) => `Change your review of ${product}`
export const statuses: Record<ReviewStatus, string> = {
  PENDING: 'We are checking your review',
  PUBLISHED: 'Your review is published',
  REJECTED: 'We did not publish your review',
}
export const yourStars = 'Your rating'
export const yourFit = 'How does it fit?'
export const notSaid = 'Not sure'
export const yourWords = 'Your review'
export const asNamed = 'We show your first name and the first letter of your last name.'
export const chooseStars = 'Choose 1 to 5 stars.'
export const send = 'Send review'
export const cancel = 'Cancel'
export const deleteReview = 'Delete review'
export const addPicture = 'Add a picture'
export const picturesHelp = (most: number) => `Show how it fits. You can add ${most} pictures.`
export const yourPicture = (nth: number) => `Your picture ${nth}`
export const removePicture = (nth: number) => `Remove picture ${nth}`
export const yourReviews = 'Your reviews'
