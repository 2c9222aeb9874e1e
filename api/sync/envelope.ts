import Joi from 'joi'
import { invalid, oldProtocol, tooLarge } from '#api/errors.ts'
import { mendTexts } from '#api/http/body.ts'
import { check } from '#api/http/validate.ts'
import type { Frame } from '#api/sync/prove-arrival.ts'
import { MAX_MUTATIONS, PROTOCOL_VERSION, UUID } from '#sync/protocol/mutation.ts'
import { SIGNED_PROTOCOL } from '#sync/protocol/signed.ts'

export interface Envelope {
  protocol: number
  device_id: string
  mutations: Frame[]
}
export interface SignedEnvelope extends Envelope {
  key_id: string
  certificates?: string[]
  grants?: string[]
}

const frame = {
  id: Joi.string().allow('').required(),
  kind: Joi.any(),
  seq: Joi.any(),
  occurred_at: Joi.any(),
  payload: Joi.any(),
}
const envelope = { protocol: Joi.number().required(), device_id: Joi.string().pattern(UUID).required() }

/**
 * Without a string id a mutation could get no verdict, so it invalidates the envelope. Any other fault concerns that
 * mutation alone.
 */
const envelopeRules = Joi.object<Envelope>({ ...envelope, mutations: Joi.array().required().items(Joi.object(frame)) })

const tokens = () => Joi.array().items(Joi.string().max(4000)).max(MAX_MUTATIONS)
const signedRules = Joi.object<SignedEnvelope>({
  ...envelope,
  key_id: Joi.string()
    .pattern(/^[\w-]{43}$/, 'base64url')
    .required(),
  certificates: tokens(),
  grants: tokens(),
  mutations: Joi.array()
    .required()
    .items(Joi.object({ ...frame, prev: Joi.any(), grant: Joi.any(), personal: Joi.any(), sig: Joi.any() })),
})

/** Check protocol and size first: another protocol's envelope may look different. @throws 413, 422, 426 */
export function readEnvelope(body: unknown): Envelope | SignedEnvelope {
  const { protocol, mutations } = (body ?? {}) as Partial<Record<keyof Envelope, unknown>>
  const isSigned = protocol === SIGNED_PROTOCOL
  if (typeof protocol === 'number' && protocol !== PROTOCOL_VERSION && !isSigned) throw oldProtocol()
  if (Array.isArray(mutations) && mutations.length > MAX_MUTATIONS)
    throw tooLarge(`Send at most ${MAX_MUTATIONS} at once.`)
  if (isTooDeep(body)) throw invalid({ mutations: ['This is nested too deeply.'] })
  if (isSigned) return check(signedRules, body)
  mendTexts(body)
  return check(envelopeRules, body)
}

const MAX_DEPTH = 32

/** Stops at the limit, because later steps recurse and hostile nesting would overflow the stack. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true
  if (value === null || typeof value !== 'object') return false
  for (const member in value) if (isTooDeep((value as Record<string, unknown>)[member], depth + 1)) return true
  return false
}
