import {
  linkText,
  personalText,
  signedText,
  type ChainHead,
  type Personal,
  type SignedMutation,
} from '#sync/protocol/signed.ts'
import { hashOf, newSalt, signatureOf } from './device-key.ts'
import type { Signer } from '../till-db.ts'

/** A mutation to sign. `personal`: the customer's details, left out of the payload. */
export interface Unsigned {
  id: string
  kind: string
  seq: number
  occurred_at: string
  grant: string | null
  payload: object
  personal?: Omit<Personal, 'salt'> | null
}

/** Signs a mutation as the next in its key's chain. Stores nothing: the head moves only with the entry. */
export async function signNext(
  { personal, ...facts }: Unsigned,
  signer: Signer,
  head: ChainHead,
): Promise<{ signed: SignedMutation; head: ChainHead & { key_id: string } }> {
  const sealed = personal ? { salt: newSalt(), ...personal } : null
  const payload = sealed ? { ...facts.payload, personal_hash: await hashOf(personalText(sealed)) } : facts.payload
  const plain = { ...facts, payload, prev: head.hash }
  const signed = {
    ...plain,
    ...(sealed && { personal: sealed }),
    sig: await signatureOf(signer.private_key, signedText(plain)),
  }
  return { signed, head: { key_id: signer.key_id, seq: facts.seq, hash: await hashOf(linkText(signed)) } }
}
