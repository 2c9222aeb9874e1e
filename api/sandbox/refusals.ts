interface Words {
  message: string
  code?: string
  type?: 'validation_error' | 'api_error' | 'processor_error'
  nextStep?: string
  data?: object
}

/** An error in Paystack's words, with its http status. */
export class SandboxRefusal extends Error {
  status: number
  body: object

  constructor(
    status: number,
    {
      message,
      code = 'invalid_params',
      type = 'validation_error',
      nextStep = "Ensure that the value(s) you're passing are valid.",
      data,
    }: Words,
  ) {
    super(message)
    this.status = status
    this.body = { status: false, message, ...(data && { data }), meta: { nextStep }, type, code }
  }
}

const refusal = (status: number, words: Words) => new SandboxRefusal(status, words)

export const invalidKey = () =>
  refusal(401, {
    message: 'Invalid key',
    code: 'invalid_Key',
    nextStep: 'Ensure that you provide the correct authorization key for the request',
  })
export const invalidParameters = (message: string) => refusal(400, { message })
export const invalidEmail = () =>
  refusal(400, { message: 'Invalid Email Address Passed', code: 'invalid_email_address' })
export const duplicateReference = () =>
  refusal(400, {
    message: 'Duplicate Transaction Reference',
    code: 'duplicate_reference',
    nextStep: 'Try and create the Transaction or Charge with a new reference',
  })
export const amountNoInteger = () => refusal(400, { message: '"amount" must be an integer' })
export const invalidAmount = () => refusal(400, { message: 'Invalid Amount Sent' })
export const unsupportedCurrency = () => refusal(400, { message: 'Currency not supported by merchant' })
export const unknownReference = () =>
  refusal(400, {
    message: 'Transaction reference not found.',
    code: 'transaction_not_found',
    nextStep: "Ensure that you're passing the reference of a transaction that exists on this integration",
  })
export const transactionNotFound = () =>
  refusal(404, { message: 'Transaction not found', code: 'transaction_not_found' })
export const refundNotFound = () => refusal(404, { message: 'Refund not found', code: 'not_found' })
export const unknownRoute = () => refusal(404, { message: 'Resource not found', code: 'route_not_found' })
export const invalidReference = () => refusal(400, { message: 'Transaction reference is invalid' })

/** The bank or network refused; the call itself worked. */
export const chargeRefused = (message: string, reference: string) =>
  refusal(400, {
    message,
    type: 'processor_error',
    code: 'charge_failed',
    data: { status: 'failed', reference, message },
  })

export const refundTooSmall = () =>
  refusal(400, { message: 'The minimum amount you may send in a single refund at this time is: GHS1.00' })
export const refundTooLarge = () =>
  refusal(400, { message: 'Total refund amount cannot exceed original transaction amount' })
export const refundOtherCurrency = () => refusal(400, { message: 'Transaction currency must match refund currency' })
export const fullyReversed = () =>
  refusal(400, { message: 'Transaction has been fully reversed', type: 'api_error', code: 'transaction_reversed' })
export const insufficientBalance = () =>
  refusal(400, {
    message: 'Insufficient balance to fulfill this refund',
    type: 'api_error',
    code: 'insufficient_balance',
  })
export const notPaid = () => refusal(400, { message: 'Transaction has not been successful', type: 'api_error' })
export const noAttentionNeeded = () =>
  refusal(422, { message: 'Invalid Refund state, refund status should be "needs-attention"' })

export const tooManyRequests = () =>
  refusal(429, { message: 'Too many requests', type: 'api_error', code: 'rate_limited' })
export const serverFault = () => refusal(500, { message: 'An error occurred', type: 'api_error', code: 'unknown' })
