import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { ApiError } from '#pwa/lib/api-error.ts'
import type { FactorAsked, NewPasskey, PasskeyAnswer, PasskeyOptions } from '#sync/protocol/staff/second-factor.ts'
import * as words from './second-factor-words.ts'

/** Whether this page may use passkeys of a host name. */
const isAt = (host: string) => location.hostname === host || location.hostname.endsWith(`.${host}`)

export const canUsePasskeys = ({ rp_id }: Pick<FactorAsked, 'rp_id'>): boolean =>
  browserSupportsWebAuthn() && isAt(rp_id)

type Transports = NonNullable<
  Parameters<typeof startAuthentication>[0]['optionsJSON']['allowCredentials']
>[number]['transports']
const described = (keys: FactorAsked['passkeys']) =>
  keys.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: transports as NonNullable<Transports>,
  }))

/** Signs a challenge with a passkey. @throws {ApiError} with the message */
export async function signByPasskey({ challenge, rp_id, passkeys }: FactorAsked): Promise<PasskeyAnswer> {
  const signed = await startAuthentication({
    optionsJSON: { challenge, rpId: rp_id, allowCredentials: described(passkeys), userVerification: 'preferred' },
  }).catch(refused(words.passkeyNotUsed))
  const { id, rawId, type, response, authenticatorAttachment, clientExtensionResults } = signed
  return {
    id,
    rawId,
    type,
    response,
    clientExtensionResults,
    ...(authenticatorAttachment && { authenticatorAttachment }),
  }
}

const ES256 = -7
const RS256 = -257

/** Creates a passkey in the browser. @throws {ApiError} with the message */
export async function makePasskey({ challenge, rp, user, exclude }: PasskeyOptions): Promise<NewPasskey> {
  if (!browserSupportsWebAuthn()) throw saying(words.passkeysUnknown)
  if (!isAt(rp.id)) throw saying(words.passkeysElsewhere(rp.id))
  const made = await startRegistration({
    optionsJSON: {
      challenge,
      rp,
      user,
      excludeCredentials: described(exclude),
      attestation: 'none',
      pubKeyCredParams: [ES256, RS256].map(alg => ({ alg, type: 'public-key' as const })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    },
  }).catch(refused(words.passkeyNotMade))
  const {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, transports = [] },
    authenticatorAttachment,
    clientExtensionResults,
  } = made
  return {
    id,
    rawId,
    type,
    response: { clientDataJSON, attestationObject, transports },
    clientExtensionResults,
    ...(authenticatorAttachment && { authenticatorAttachment }),
  }
}

const saying = (message: string) => new ApiError(422, { code: 'validation', message })

/** Cancelled, timed out, or no passkey here: the browser does not say which. */
const refused =
  (otherwise: string) =>
  (error: unknown): never => {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw saying(words.passkeyExists)
    throw error instanceof Error ? saying(otherwise) : error
  }
