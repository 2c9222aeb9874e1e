import { canonical } from './canonical.ts'
import type { ErrorBody } from './errors.ts'

/**
 * Protocol 2: every mutation is signed by its till's key and chained to the previous one. Texts are signed and hashed
 * as UTF-8; hashes are SHA-256; signatures are ECDSA P-256 over SHA-256 as raw r‖s (64 bytes); both travel as base64url
 * without padding.
 */
export const SIGNED_PROTOCOL = 2

/** How long a till keeps what was accepted, to send it again after a restore. */
export const KEPT_MS = 90 * 24 * 60 * 60_000

/** The public half of a till's key. Its id is the base64url SHA-256 of `thumbprintText` (RFC 7638). */
export interface PublicKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
}

/**
 * Customer details. They travel beside the payload, which holds only their hash, so that a person can be erased while
 * the chain stays whole.
 */
export interface Personal {
  salt: string
  customer_name?: string | null
  customer_phone?: string | null
}

/** A mutation signed by its till's key. */
export interface SignedMutation<Payload = unknown> {
  id: string
  kind: string
  /** Rises by 1 per till, across its keys. */
  seq: number
  /** Hash of `linkText` of the key's previous mutation; '' for its first. */
  prev: string
  /** Id of the teller's grant; null if the till had none. */
  grant: string | null
  occurred_at: string
  payload: Payload
  personal?: Personal
  /** Signature over `signedText`. */
  sig: string
}

/** What `sig` signs. */
export const signedText = ({ sig, personal, ...facts }: Omit<SignedMutation, 'sig'> & { sig?: string }): string =>
  canonical(facts)

/** What the next mutation's `prev` hashes: the signed bytes with their signature. */
export const linkText = ({ personal, ...signed }: SignedMutation): string => canonical(signed)

/** What a payload's `personal_hash` hashes. */
export const personalText = (personal: Personal): string => canonical(personal)

/** What a key's id hashes. */
export const thumbprintText = ({ crv, kty, x, y }: PublicKey): string => canonical({ crv, kty, x, y })

/** What `proof` signs on enrolment, with the enrolled key. */
export const enrolText = (device_id: string): string => `enrol\n${device_id}`

/** What `cosign` signs with the device's older key: it passes its approval to `key_id`. */
export const cosignText = (device_id: string, key_id: string): string => `enrol\n${device_id}\n${key_id}`

/** What the Device header signs for a request with a body. `bodyHash`: SHA-256 of the body's bytes, in hex. */
export const pushText = (bodyHash: string): string => `push\n${bodyHash}`

/** What the Device header signs for a pull. `path` includes its query. */
export const pullText = (path: string): string => `pull\n${path}`

/** `Authorization` of a request in the till's own name. */
export const deviceHeader = (key_id: string, signature: string): string => `Device ${key_id}.${signature}`

/** A teller's right to sell on one till. `token` proves it to the server, even after a restore from a backup. */
export interface Grant {
  id: string
  user_id: number
  name: string
  role_code: string
  till_id: number
  issued_at: string
  expires_at: string
}

/** The end of a key's chain as the server knows it: 0 and '' before its first mutation. */
export interface ChainHead {
  seq: number
  hash: string
}

/** The reply to an enrolment with a key, beside the till. `certificate`: these facts, signed by the server. */
export interface EnrolledKey {
  key_id: string
  approved: boolean
  chain: ChainHead
  certificate: string
}

export interface SignedPushRequest {
  protocol: typeof SIGNED_PROTOCOL
  /** The author: the device with this sequence and key. The Device header names the carrier. */
  device_id: string
  key_id: string
  mutations: SignedMutation[]
  /** After a restore: tokens that let the server recognise till, code, key and tellers. */
  certificates?: string[]
  grants?: string[]
}

/** The server's verdict on one mutation. `booking`: the result of its kind. An unknown kind gets no verdict. */
export interface SignedVerdict {
  id: string
  kind: string
  status: 'accepted' | 'rejected'
  booking?: Record<string, unknown>
  exceptions?: string[]
  error?: ErrorBody
}

/**
 * The end of the seal over the shop's books. `signature`: Ed25519 over `seal\n<seq>\n<hash>` by the shop's seal key. A
 * copy proves later that the books up to then were not rewritten.
 */
export interface SealHead {
  seq: number
  hash: string
  signature: string
}

/** The books' hash at a head that a till showed; null if that link is gone. */
export interface SealAt {
  seq: number
  hash: string | null
}

/** The header that carries the last head given to the till, and the server generation it came from. */
export const SEAL_HEADER = 'X-Seal'

export const sealHeader = (generation: string, { seq, hash, signature }: SealHead): string =>
  [generation, seq, hash, signature].join('.')

/** Null if the header is malformed. */
export function readSealHeader(text: string): (SealHead & { generation: string }) | null {
  const parts = /^([\da-f-]{36})\.([1-9]\d{0,9})\.([\w-]{43})\.([\w-]{86})$/.exec(text)
  if (!parts) return null
  const [, generation, seq, hash, signature] = parts as unknown as [string, string, string, string, string]
  return { generation, seq: Number(seq), hash, signature }
}

export interface SignedPushReply {
  verdicts: SignedVerdict[]
  server_time: string
  /** UUID that changes when a backup is restored. */
  generation: string
  /** The first seq of this key that the server needs again. */
  resend_from?: number
  /** Two browser profiles share this key: make a new one. */
  rekey?: boolean
  /** Absent until this server has sealed something. */
  seal?: SealHead
  /** The answer to the head that the till showed. */
  seal_at?: SealAt
}
