/** What is said while an order is paid. */

const loading = 'Loading. Please wait ...'

export const makePayment = 'Make Payment'
export const checkAgain = 'Check again'
/** Why the button waits, by how far the payment is. */
export const busy = {
  starting: loading,
  open: loading,
  asking: 'Asking whether it is paid …',
  leaving: 'The payment page opens …',
} as const
export const notCompleted = 'Transaction could not be completed. Please contact us if you believe this is an error.'
export const unheard = 'Your payment is being confirmed.'
export const unheardMore =
  'You do not need to pay again. This page changes by itself once we have heard of it, and we send you an e-mail.'

export const goodsAreKept = 'Your goods are kept for you.'
/** Such as '29:05', which stands between. */
export const leftToPay = 'left to pay; after that they go back on sale.'
export const minutesLeft = (minutes: number) => `${minutes} min left to pay`
export const fiveMinutesLeft = 'Five minutes left to pay.'
export const oneMinuteLeft = 'One minute left to pay.'
export const timeIsOver = 'The time is over.'
export const timeIsOverMore =
  'Your goods may go to somebody else now. You can still try to pay; where they are gone, you are told or get your money back.'
