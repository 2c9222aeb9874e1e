import type { ReviewStatus } from '#sync/protocol/shop/review.ts'

/** Staff check what customers write before the shop shows it. */

export const title = 'Reviews'
export const status = 'Status'
export const statuses: Record<ReviewStatus, string> = {
  PENDING: 'To check',
  PUBLISHED: 'Published',
  REJECTED: 'Rejected',
}
export const review = 'Review'
export const product = 'Product'
export const customer = 'Customer'
export const when = 'Written'
export const action = 'Action'
export const check = 'Check'
export const open = 'Open'
export const nameless = 'No name shown'
export const order = (number: string) => `Order ${number}`
export const bought = (size: string) => `Bought ${size}`
export const returned = 'Returned'
export const noWords = 'No text'
export const pictures = (count: number) => (count === 1 ? '1 picture' : `${count} pictures`)
export const pictureOf = (nth: number) => `Picture ${nth} of the review`
export const nothingWaits = 'No reviews to check.'
export const nothingHere = 'No reviews here.'
export const theyAppear = 'What customers write about products they bought appears here.'
export const reviewOf = (product: string) => `Review of ${product}`
export const reason = 'Reason, if you reject it'
export const reasonHelp = 'The customer reads it. Rejecting deletes the pictures.'
export const reply = 'Reply'
export const replyHelp = 'Everybody reads it below the review.'
export const publish = 'Publish'
export const reject = 'Reject'
export const saveReply = 'Save reply'
export const close = 'Close'
export const own = 'This is your own review. Ask a colleague to check it.'
export const sayWhy = 'Say why, for the customer.'
