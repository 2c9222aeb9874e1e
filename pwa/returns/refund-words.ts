import { formatCedis } from '#sync/protocol/money.ts'
import { MOST_PHOTOS, RETURN_DAYS, type Refund } from '#sync/protocol/shop/refund.ts'

/** Returns, from the request to the refund. */

export const ask = 'Request a refund'
export const askOf = (order: string) => `${ask}: order ${order}`
export const allReturned = 'You have already asked to return all of this order.'
export const over = `The return period of ${RETURN_DAYS} days is over. Please contact us if something is wrong with your order.`
export const ofOrder = 'Returns of this order'
export const none = 'No refunds found.'

export const within = `You can return items that do not fit, are wrong or are defective within ${RETURN_DAYS} days of completion.`
export const whatWouldYouLike = 'What would you like?'
export const whatDoYouSendBack = 'What are you returning?'
export const howManyOf = (product: string) => `How many of ${product}`
export const exchangeFor = 'Exchange for'
export const chooseSizeOrColour = 'Choose a size or colour'
export const nothingElseLeft = 'No other size or colour is in stock'
/** Such as 'UK 12, Indigo (3 left)'. */
export const choiceLeft = (choice: string, left: number) => `${choice} (${left} left)`
export const atPrice = (price: number) => `, ${formatCedis(price)}`
export const reason = 'Reason'
export const inYourWords = 'What is wrong with it'
export const chooseGoods = 'Choose what you want to return.'
export const chooseExchange = 'Choose an exchange for each item.'
export const send = 'Send request'
export const change = 'Change request'
export const sent = 'Your request has been sent. We will review it and email you.'

export const refund = (id: number) => `Refund #${id}`
export const what = 'What'
export const askedFor = 'Requested'
export const note = 'Note'
export const amount = 'Amount'
export const difference = 'Difference'
export const itemsSentBack = 'Items returned'
export const inExchangeFor = 'Exchanged for'
export const photos = 'Photos'
/** The nth photo, counted from 1. */
export const whatIsWrong = (nth: number) => `Photo ${nth} of the problem`
export const photo = 'Photo'
export const addPhoto = 'Add a photo'
export const photoHelps = `A photo of the problem helps us decide quickly. You can add ${MOST_PHOTOS}.`

type Facts = Pick<Refund, 'action' | 'status_code' | 'money_status' | 'goods_status' | 'provider_status' | 'amount'>

/** Where the goods are, once the shop accepts the return. */
export function goodsState({ action, status_code, goods_status }: Facts): string {
  if (status_code === 'REQUESTED' || status_code === 'REFUSED') return ''
  if (goods_status === 'BACK') return action === 'EXCHANGE' ? 'We have exchanged it.' : 'We have received the items.'
  if (goods_status === 'KEPT') return 'You may keep the items.'
  return action === 'EXCHANGE'
    ? 'Bring the items to the shop, or send them. We are holding your exchange.'
    : 'Bring the items to the shop, or send them.'
}

/** The state of the money, if there is any. */
export function moneyState({ status_code, money_status, provider_status, amount: cedis }: Facts): string {
  if (status_code === 'REQUESTED' || status_code === 'REFUSED') return ''
  const sum = formatCedis(Math.abs(cedis))
  switch (money_status) {
    case 'NONE':
      return ''
    case 'PENDING':
      return cedis < 0 ? `The difference of ${sum} is due when you get the new items.` : `We will refund ${sum}.`
    case 'PROCESSING':
      return 'Your refund is on its way.'
    case 'NEEDS_ATTENTION':
      return 'We could not send your refund yet. We are working on it, and will contact you if we need anything.'
    case 'DONE':
      if (cedis < 0) return `You have paid the difference of ${sum}.`
      return provider_status === 'PROCESSED'
        ? 'We have sent your refund. Banks can take up to 10 working days to show it.'
        : `We have refunded ${sum}.`
  }
}
