import type { RoleCode } from '../roles.ts'

/** The second factors beside the password. */
export type FactorMethod = 'passkey' | 'totp' | 'recovery'
export const FACTOR_METHODS = ['passkey', 'totp', 'recovery'] as const satisfies FactorMethod[]

/** The policy of a role: ask nobody, ask those who have set it up, require everybody to set it up. */
export const FACTOR_POLICIES = ['OFF', 'OPTIONAL', 'REQUIRED'] as const
export type FactorPolicy = (typeof FACTOR_POLICIES)[number]

/** The policy in a setting. A missing or unreadable value is OFF. */
export const readPolicy = (value: string | null | undefined): FactorPolicy =>
  FACTOR_POLICIES.find(policy => policy === value) ?? 'OFF'

/** The name of the policy setting of a role. */
export const policySettingOf = (role: Exclude<RoleCode, 'CUSTOMER'>) =>
  `second_factor_${role.toLowerCase()}` as
    | 'second_factor_manager'
    | 'second_factor_administrator'
    | 'second_factor_super_administrator'

/**
 * A request for a second factor. `challenge` is also the bytes that a passkey signs, as base64url; `passkeys` are the
 * accepted ones.
 */
export interface FactorAsked {
  methods: FactorMethod[]
  challenge: string
  rp_id: string
  passkeys: { id: string; transports: string[] }[]
}

/** What a passkey signed, as WebAuthn writes it in JSON. */
export interface PasskeyAnswer {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
  authenticatorAttachment?: string
  clientExtensionResults: object
}

/** A new passkey, as WebAuthn writes it in JSON. */
export interface NewPasskey {
  id: string
  rawId: string
  type: 'public-key'
  response: {
    clientDataJSON: string
    attestationObject: string
    transports?: string[]
    publicKeyAlgorithm?: number
    publicKey?: string
    authenticatorData?: string
  }
  authenticatorAttachment?: string
  clientExtensionResults: object
}

/** `answer`: a code as text, or the signed answer of a passkey. */
export interface FactorAnswer {
  challenge: string
  method: FactorMethod
  answer: string | PasskeyAnswer
}

/** The second factors of a user. */
export interface OwnFactors {
  policy: FactorPolicy
  passkeys: { id: number; name: string; created_at: string; used_at: string | null }[]
  authenticator: { created_at: string; used_at: string | null } | null
  recovery_codes_left: number
}

/** How many recovery codes are made at once. */
export const RECOVERY_CODES = 10

/** What a browser needs to create a passkey. The answer repeats `challenge`. */
export interface PasskeyOptions {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  exclude: { id: string; transports: string[] }[]
}
