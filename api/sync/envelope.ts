import Joi from 'joi'
import { oldProtocol, tooLarge } from '#api/errors.ts'
import { mendTexts } from '#api/http/body.ts'
import { check } from '#api/http/validate.ts'
import type { Frame } from '#api/sync/prove-arrival.ts'
import { MAX_MUTATIONS, UNSIGNED_PROTOCOL, UUID } from '#sync/protocol/mutation.ts'
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
const signedFrame = { ...frame, prev: Joi.any(), grant: Joi.any(), personal: Joi.any(), sig: Joi.any() }
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
  mutations: Joi.array().required().items(Joi.object(signedFrame)),
})

/** Check protocol and size first: another protocol's envelope may look different. @throws 413, 422, 426 */
export function readEnvelope(body: unknown): Envelope | SignedEnvelope {
  const { protocol, mutations } = (body ?? {}) as Partial<Record<keyof Envelope, unknown>>
  const isSigned = protocol === SIGNED_PROTOCOL
  if (typeof protocol === 'number' && protocol !== UNSIGNED_PROTOCOL && !isSigned) throw oldProtocol()
  if (Array.isArray(mutations) && mutations.length > MAX_MUTATIONS)
    throw tooLarge(`Send at most ${MAX_MUTATIONS} at once.`)
  if (!isSigned) mendTexts(body)
  const members = isSigned ? SIGNED_MEMBERS : MEMBERS
  const rules: Joi.Schema<Envelope | SignedEnvelope> = isSigned ? signedRules : envelopeRules
  if (!Array.isArray(mutations) || !mutations.every(each => isFrame(each, members))) return check(rules, body)
  return { ...check(rules, { ...(body as object), mutations: [] }), mutations }
}

const MEMBERS: ReadonlySet<string> = new Set(Object.keys(frame))
const SIGNED_MEMBERS: ReadonlySet<string> = new Set(Object.keys(signedFrame))

/** Whether Joi would take a mutation as it is. Joi needs half a millisecond to say so of fifty. */
function isFrame(each: unknown, members: ReadonlySet<string>): each is Frame {
  if (typeof each !== 'object' || each === null || Array.isArray(each)) return false
  return typeof (each as Frame).id === 'string' && Object.keys(each).every(name => members.has(name))
}
