import { canonical } from './canonical.ts'
import type { ErrorBody } from './errors.ts'

/**
 * Protocol 2: every mutation is signed by its till's key and chained to the one before it. All texts here are UTF-8
 * once they are signed or hashed; hashes are SHA-256; signatures are ECDSA P-256 over SHA-256 as raw r‖s (64 bytes);
 * both travel as base64url without padding.
 */
export const SIGNED_PROTOCOL = 2

/** The public half of a till's key. Its id is the base64url SHA-256 of `thumbprintText` (RFC 7638). */
export interface PublicKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
}

/**
 * What tells of a customer. It travels beside the payload, which holds only its hash, so that a person can be erased
 * and the chain stays whole.
 */
export interface Personal {
  salt: string
  customer_name?: string | null
  customer_phone?: string | null
}

/** A mutation that its till's key has signed. */
export interface SignedMutation<Payload = unknown> {
  id: string
  kind: string
  /** Rises by 1 per till, over its keys. */
  seq: number
  /** Hash of `linkText` of the mutation that the same key signed before; '' for its first. */
  prev: string
  /** Id of the teller's grant; null where the till held none. */
  grant: string | null
  occurred_at: string
  payload: Payload
  personal?: Personal
  /** Signature over `signedText`. */
  sig: string
}

/** What a mutation's `sig` signs. */
export const signedText = ({ sig, personal, ...facts }: Omit<SignedMutation, 'sig'> & { sig?: string }): string =>
  canonical(facts)

/** What the next mutation's `prev` hashes: the signed bytes with the signature. */
export const linkText = ({ personal, ...signed }: SignedMutation): string => canonical(signed)

/** What a payload's `personal_hash` hashes. */
export const personalText = (personal: Personal): string => canonical(personal)

/** What a key's id hashes. */
export const thumbprintText = ({ crv, kty, x, y }: PublicKey): string => canonical({ crv, kty, x, y })

/** What `proof` signs at enrolment, by the key that is enrolled. */
export const enrolText = (device_id: string): string => `enrol\n${device_id}`

/** What `cosign` signs, by the device's older key: it hands its approval on to `key_id`. */
export const cosignText = (device_id: string, key_id: string): string => `enrol\n${device_id}\n${key_id}`

/** What the Device header of a request with a body signs; `bodyHash`: SHA-256 of the body's bytes, in hex. */
export const pushText = (bodyHash: string): string => `push\n${bodyHash}`

/** What the Device header of a pull signs; `path`: with its query, as it is asked for. */
export const pullText = (path: string): string => `pull\n${path}`

/** `Authorization` of a request that a till makes as itself. */
export const deviceHeader = (key_id: string, signature: string): string => `Device ${key_id}.${signature}`

/**
 * A teller's right to sell on one till. `token` proves it to the server, also to one that was restored from a backup.
 */
export interface Grant {
  id: string
  user_id: number
  name: string
  role_code: string
  till_id: number
  issued_at: string
  expires_at: string
}

/** Where the chain of a key stands, as far as the server knows: 0 and '' before its first mutation. */
export interface ChainHead {
  seq: number
  hash: string
}

/** What enrolment with a key answers beside the till. `certificate`: these facts, signed by the server. */
export interface EnrolledKey {
  key_id: string
  approved: boolean
  chain: ChainHead
  certificate: string
}

export interface SignedPushRequest {
  protocol: typeof SIGNED_PROTOCOL
  /** The author: whose sequence and whose key these are. The carrier is named by the Device header. */
  device_id: string
  key_id: string
  mutations: SignedMutation[]
  /** After a restore: tokens that make till, code, key and tellers known again. */
  certificates?: string[]
  grants?: string[]
}

/**
 * The server's answer to one mutation. `booking`: what the kind made of it. A kind that the server does not know gets
 * none.
 */
export interface SignedVerdict {
  id: string
  kind: string
  status: 'accepted' | 'rejected'
  booking?: Record<string, unknown>
  exceptions?: string[]
  error?: ErrorBody
}

/**
 * Where the seal of the shop's books ends. `signature`: Ed25519 over `seal\n<seq>\n<hash>` by the shop's key of the
 * seal. Whoever keeps it can prove later that the books of that time were not made anew.
 */
export interface SealHead {
  seq: number
  hash: string
  signature: string
}

/** What the books have at the height of a head that a till showed; null where that link is gone. */
export interface SealAt {
  seq: number
  hash: string | null
}

/** The header by which a till shows the last head that it was given, and in which life of the server. */
export const SEAL_HEADER = 'X-Seal'

export const sealHeader = (generation: string, { seq, hash, signature }: SealHead): string =>
  [generation, seq, hash, signature].join('.')

/** Null for what is not such a header. */
export function readSealHeader(text: string): (SealHead & { generation: string }) | null {
  const parts = /^([\da-f-]{36})\.([1-9]\d{0,9})\.([\w-]{43})\.([\w-]{86})$/.exec(text)
  if (!parts) return null
  const [, generation, seq, hash, signature] = parts as unknown as [string, string, string, string, string]
  return { generation, seq: Number(seq), hash, signature }
}

export interface SignedPushReply {
  verdicts: SignedVerdict[]
  server_time: string
  /** UUID that changes when a backup was restored. */
  generation: string
  /** The first seq of this key that is wanted again. */
  resend_from?: number
  /** Two profiles share this key: make a new one. */
  rekey?: boolean
  /** Absent until this server has sealed something. */
  seal?: SealHead
  /** The answer to a head that the till showed. */
  seal_at?: SealAt
}
