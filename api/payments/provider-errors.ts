/** The provider refused: nothing was done. `message` is in its words. */
export class PaymentDeclined extends Error {
  override name = 'PaymentDeclined'
  status: number
  code: string | null

  constructor(status: number, { message, code }: { message: string; code: string | null }) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The provider was not reached, or rejected the call: nothing was done, and asking later is safe. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** No readable answer: the request may have been carried out. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}
