import Joi from 'joi'

/** Settings that make the sandbox misbehave, to test the shop. By default it behaves. */
export interface Chaos {
  /** How verify answers: correctly, with an error, never, after five seconds, or as not yet paid. */
  verify: 'right' | '500' | '429' | 'silent' | 'slow' | 'abandoned'
  /** How many verifies get that answer before they are correct again. */
  verifies: number
  /** How charges answer: correctly, with an error after they were carried out, or with one before. */
  charge: 'right' | 'lost' | 'down'
  /** After how long a phone answers its prompt, in ms. */
  phone_after: number
  /** Members that replace those of a verified transaction: amount, currency, domain, reference, metadata, status. */
  patch: Record<string, unknown>
  /** How often each webhook is sent at first, all at the same moment; 0: never. */
  webhooks: number
  /** How long a webhook waits, in ms. */
  webhook_delay: number
  /** Sends the webhook, and waits for its answer, before the pop-up gets the success. */
  webhook_first: boolean
  /** Writes webhooks with white space and escapes unlike JSON.stringify's. */
  odd_bytes: boolean
  /** The outcome of refunds; 'hold' leaves them pending, 'no-balance' refuses them. Null: as the test card says. */
  refund: 'processed' | 'failed' | 'needs-attention' | 'hold' | 'no-balance' | null
  /** Sends a refund's last state first. */
  refund_events_reversed: boolean
}

export const calm = (): Chaos => ({
  verify: 'right',
  verifies: Number.MAX_SAFE_INTEGER,
  charge: 'right',
  phone_after: 6_000,
  patch: {},
  webhooks: 1,
  webhook_delay: 0,
  webhook_first: false,
  odd_bytes: false,
  refund: null,
  refund_events_reversed: false,
})

/** The body of POST /_chaos; absent members are calm. */
export const chaosRules = Joi.object<Partial<Chaos>>({
  verify: Joi.string().valid('right', '500', '429', 'silent', 'slow', 'abandoned'),
  verifies: Joi.number().integer().min(0),
  charge: Joi.string().valid('right', 'lost', 'down'),
  phone_after: Joi.number().integer().min(0),
  patch: Joi.object().unknown(),
  webhooks: Joi.number().integer().min(0).max(5),
  webhook_delay: Joi.number().integer().min(0),
  webhook_first: Joi.boolean(),
  odd_bytes: Joi.boolean(),
  refund: Joi.string().valid('processed', 'failed', 'needs-attention', 'hold', 'no-balance').allow(null),
  refund_events_reversed: Joi.boolean(),
})
