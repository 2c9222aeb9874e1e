import { createHash } from 'node:crypto'
import { execute, insertRow, isDuplicate, select, selectOne } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { relyingParty } from '#api/factors/relying-party.ts'
import type { NewPasskey, PasskeyAnswer } from '#sync/protocol/staff/second-factor.ts'

// Loaded at first use, because it would add 0.2 s to every start.
const webAuthn = () => import('@simplewebauthn/server')

interface Row {
  id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string
}

/** A person's passkeys, in the form a browser asks with. */
export const passkeysOf = async (user_id: number): Promise<{ id: string; transports: string[] }[]> =>
  (
    await select<Pick<Row, 'credential_id' | 'transports'>>(
      'SELECT credential_id, transports FROM passkeys WHERE user_id = ? ORDER BY id',
      [user_id],
    )
  ).map(({ credential_id, transports }) => ({ id: credential_id, transports: transports.split(',').filter(Boolean) }))

/** Whether one of a person's passkeys signed this challenge on a page of this shop. Call inside a transaction. */
export async function takePasskey(user_id: number, answer: PasskeyAnswer, challenge: string): Promise<boolean> {
  const key = await selectOne<Row>(
    'SELECT id, credential_id, public_key, counter, transports FROM passkeys WHERE user_id = ? AND credential_hash = ? FOR UPDATE',
    [user_id, hashOf(answer.id)],
  )
  if (!key) return false
  const { verifyAuthenticationResponse } = await webAuthn()
  const { id, origins } = relyingParty()
  const result = await verifyAuthenticationResponse({
    response: answer as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: false,
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
  }).catch(refused)
  if (!result?.verified) return false
  await execute('UPDATE passkeys SET counter = ?, used_at = NOW(3) WHERE id = ?', [
    result.authenticationInfo.newCounter,
    key.id,
  ])
  return true
}

/**
 * Stores a new passkey that answers this challenge; null if it does not. Call inside a transaction. @throws 422 if
 * another account has it
 */
export async function keepPasskey(
  { user_id, name }: { user_id: number; name: string },
  answer: NewPasskey,
  challenge: string,
): Promise<{ id: number } | null> {
  const { verifyRegistrationResponse } = await webAuthn()
  const { id, origins } = relyingParty()
  const result = await verifyRegistrationResponse({
    response: answer as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(refused)
  if (!result?.verified) return null
  const { credential } = result.registrationInfo
  return {
    id: await insertRow('passkeys', {
      user_id,
      name,
      credential_id: credential.id,
      credential_hash: hashOf(credential.id),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).join(','),
    }).catch((error: unknown) => {
      throw isDuplicate(error) ? invalid({ answer: ['This passkey is in use already.'] }) : error
    }),
  }
}

/** The library throws for every kind of wrong answer. */
function refused(error: unknown): null {
  if (error instanceof Error) return null
  throw error
}

const hashOf = (credential_id: string) => createHash('sha256').update(credential_id).digest('hex')
