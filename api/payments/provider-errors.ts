/** The provider answered, and said no: nothing was done. `message` is in its words. */
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

/** The provider was not reached, or would not listen to us: nothing was done, and asking later is safe. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** No answer, or none that can be read: whatever was asked for may have been done. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}
