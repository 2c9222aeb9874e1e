const loading = 'Loading. Please wait ...'

export const makePayment = 'Make Payment'
export const checkAgain = 'Check again'
/** Why the button waits, by the stage of the payment. */
export const busy = {
  starting: loading,
  open: loading,
  asking: 'Checking the payment …',
  leaving: 'Opening the payment page …',
} as const
export const closed = 'You closed the payment. Try again when you are ready.'
export const notCompleted = 'Transaction could not be completed. Please contact us if you believe this is an error.'
export const unheard = 'Your payment is being confirmed.'
export const unheardMore = 'You do not need to pay again. This page updates by itself, and we send you an email.'

export const goodsAreKept = 'We are holding your items.'
/** Follows a time, such as '29:05'. */
export const leftToPay = 'left to pay. After that they go back on sale.'
export const minutesLeft = (minutes: number) => `${minutes} min left to pay`
export const fiveMinutesLeft = 'Five minutes left to pay.'
export const oneMinuteLeft = 'One minute left to pay.'
export const timeIsOver = 'Time is up.'
export const timeIsOverMore =
  'Your items may be sold to someone else now. You can still try to pay. If they are gone, we tell you or refund you.'
