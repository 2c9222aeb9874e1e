import Joi from 'joi'
import { invalid, oldProtocol, tooLarge } from '#api/errors.ts'
import { route } from '#api/http/route.ts'
import { check } from '#api/http/validate.ts'
import { isStorableTime } from '#api/orders/till-sale.ts'
import { applyAll } from '#api/sync/apply.ts'
import { readArrival, type Delivery, type Frame } from '#api/sync/arrival.ts'
import { noteSeen } from '#api/sync/note-seen.ts'
import { MAX_MUTATIONS, PROTOCOL_VERSION, UUID } from '#sync/protocol/mutation.ts'

interface Envelope { protocol: number; device_id: string; mutations: Frame[] }

/** A mutation without a string id could get no verdict, so it breaks the envelope; anything else about it is its own affair. */
const envelopeRules = Joi.object<Envelope>({
  protocol: Joi.number().required(),
  device_id: Joi.string().pattern(UUID).required(),
  mutations: Joi.array().required().items(Joi.object({
    id: Joi.string().allow('').required(), kind: Joi.any(), seq: Joi.any(), occurred_at: Joi.any(), payload: Joi.any(),
  })),
})

const verdictReply = Joi.object({
  id: Joi.string().allow('').required(), status: Joi.string().valid('accepted', 'rejected').required(),
  order_id: Joi.number(), number: Joi.string(), exceptions: Joi.array().items(Joi.string()),
  error: Joi.object({ message: Joi.string().required(), code: Joi.string().required(), errors: Joi.object() }),
})

export const pushRoutes = [
  route('POST /api/sync/push', {
    summary: 'Takes what tills did, at most 50 a request, and gives each mutation its verdict, in order.',
    access: 3,
    idempotent: false,
    body: Joi.any().description('An envelope of one device and one protocol; what is inside is judged one by one.'),
    reply: Joi.object({ verdicts: Joi.array().items(verdictReply).required(), server_time: Joi.string().required() }),
  }, async ({ body, ctx }) => {
    const received_at = Date.now()
    ctx.compress = { threshold: FIRST_FLIGHT_BYTES }
    const { device_id, mutations } = readEnvelope(body)
    const delivery: Delivery = { device_id, received_at, skew_ms: skewOf(ctx.get('X-Device-Time'), received_at) }
    const verdicts = await applyAll(mutations.map(frame => readArrival(frame, delivery)))
    await noteSeen(device_id)
    return { verdicts, server_time: new Date().toISOString() }
  }),
]

/** Protocol and size come first: another protocol's envelope may look different. */
function readEnvelope(body: unknown): Envelope {
  const { protocol, mutations } = (body ?? {}) as Partial<Record<keyof Envelope, unknown>>
  if (typeof protocol === 'number' && protocol !== PROTOCOL_VERSION) throw oldProtocol()
  if (Array.isArray(mutations) && mutations.length > MAX_MUTATIONS) throw tooLarge(`Send at most ${MAX_MUTATIONS} at once.`)
  if (isTooDeep(body)) throw invalid({ mutations: ['This is nested too deeply.'] })
  return check(envelopeRules, body)
}

/** So much travels before a first acknowledgement is waited for: compressed, it would be there no sooner. */
const FIRST_FLIGHT_BYTES = 14_000

const MAX_DEPTH = 32

/** Goes no deeper than it may, because what follows recurses to the end and hostile nesting would overflow the stack. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true
  if (value === null || typeof value !== 'object') return false
  for (const member in value) if (isTooDeep((value as Record<string, unknown>)[member], depth + 1)) return true
  return false
}

/** Nothing but the skew depends on what the device says, so nonsense counts as silence. */
function skewOf(deviceTime: string, received_at: number): number | null {
  const time = Date.parse(deviceTime)
  return isStorableTime(time) ? time - received_at : null
}
