import Joi from 'joi'

/** How the sandbox misbehaves, for whoever wants to see the shop bear it. The start is that it does not. */
export interface Chaos {
  /** How verify answers: rightly, with an error, never, after five seconds, or that nothing was paid yet. */
  verify: 'right' | '500' | '429' | 'silent' | 'slow' | 'abandoned'
  /** How many verifies are answered so; then they are right again. */
  verifies: number
  /**
   * Members that replace those of a verified transaction: another amount, currency, domain, reference, metadata,
   * status.
   */
  patch: Record<string, unknown>
  /** How many times each webhook is sent at first: 0 is never. Several are sent at the same moment. */
  webhooks: number
  /** How long a webhook waits, in ms. */
  webhook_delay: number
  /** Sends the webhook, and waits for its answer, before the pop-up hears of the success. */
  webhook_first: boolean
  /** Writes webhooks with white space and escapes that JSON.stringify would not write. */
  odd_bytes: boolean
  /** What becomes of refunds; 'hold' leaves them pending, 'no-balance' refuses them. Null: what the test card says. */
  refund: 'processed' | 'failed' | 'needs-attention' | 'hold' | 'no-balance' | null
  /** Tells of a refund's last state first. */
  refund_events_reversed: boolean
}

export const calm = (): Chaos => ({
  verify: 'right',
  verifies: Number.MAX_SAFE_INTEGER,
  patch: {},
  webhooks: 1,
  webhook_delay: 0,
  webhook_first: false,
  odd_bytes: false,
  refund: null,
  refund_events_reversed: false,
})

/** What POST /_chaos takes; what is left out is calm. */
export const chaosRules = Joi.object<Partial<Chaos>>({
  verify: Joi.string().valid('right', '500', '429', 'silent', 'slow', 'abandoned'),
  verifies: Joi.number().integer().min(0),
  patch: Joi.object().unknown(),
  webhooks: Joi.number().integer().min(0).max(5),
  webhook_delay: Joi.number().integer().min(0),
  webhook_first: Joi.boolean(),
  odd_bytes: Joi.boolean(),
  refund: Joi.string().valid('processed', 'failed', 'needs-attention', 'hold', 'no-balance').allow(null),
  refund_events_reversed: Joi.boolean(),
})
