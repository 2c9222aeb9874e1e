import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import type { Sale } from '#sync/protocol/sale.ts'
import {
  cosignText,
  deviceHeader,
  enrolText,
  linkText,
  personalText,
  pullText,
  pushText,
  SIGNED_PROTOCOL,
  signedText,
  thumbprintText,
  type EnrolledKey,
  type Personal,
  type PublicKey,
  type SignedMutation,
  type SignedPushReply,
} from '#sync/protocol/signed.ts'
import type { Till, TillSequence } from '#sync/protocol/till.ts'
import type { Api, Reply } from '#tests/support/server/api.ts'

export const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64url')

/** The key of a till, and what it signs. */
export interface SigningKey {
  key_id: string
  public_key: PublicKey
  sign: (text: string) => string
}

export function aKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const public_key: PublicKey = { kty: 'EC', crv: 'P-256', x, y }
  return { key_id: sha256(thumbprintText(public_key)), public_key, sign: text => signatureBy(privateKey, text) }
}

const signatureBy = (key: KeyObject, text: string) =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

type Facts = Partial<Omit<SignedMutation, 'sig' | 'payload'>>

/** A device by the contract, without a browser: it enrols, gets a grant, signs, chains and sends. */
export class SigningTill {
  readonly api: Api
  readonly device_id: string
  key: SigningKey
  till: Till & TillSequence & Partial<EnrolledKey> = {
    id: 0,
    code: '',
    name: '',
    device_id: '',
    status_code: 'ACTIVE',
    last_seq: 0,
    last_number: 0,
    missing_seqs: [],
  }
  seq = 0
  prev = ''
  grant: string | null = null
  token = ''

  constructor(api: Api, device_id: string = randomUUID(), key: SigningKey = aKey()) {
    this.api = api
    this.device_id = device_id
    this.key = key
  }

  /** Enrols the device with its key, as the token's user. */
  async enrol(token: string, more: object = {}): Promise<Reply> {
    const reply = await this.api.send('POST', '/api/staff/tills', {
      token,
      body: {
        name: 'Counter',
        device_id: this.device_id,
        public_key: this.key.public_key,
        proof: this.key.sign(enrolText(this.device_id)),
        ...more,
      },
    })
    if (reply.status < 300) this.till = (reply.body as unknown as { till: SigningTill['till'] }).till
    return reply
  }

  /** Takes a new key, whose first mutation begins a chain. With `cosigned` the older key passes on its approval. */
  async rekey(token: string, { cosigned = true } = {}): Promise<Reply> {
    const older = this.key
    this.key = aKey()
    this.prev = ''
    return this.enrol(token, cosigned ? { cosign: older.sign(cosignText(this.device_id, this.key.key_id)) } : {})
  }

  async signIn(token: string): Promise<Reply> {
    const reply = await this.api.send('POST', `/api/staff/tills/${this.till.id}/grants`, { token })
    if (reply.status === 201) this.take(reply)
    return reply
  }

  /** Renews its grant without a person. */
  async renew(headers: Record<string, string> = {}): Promise<Reply> {
    const reply = await this.api.send('POST', `/api/staff/tills/${this.till.id}/grants`, {
      headers: { authorization: this.authorization(''), 'x-grant': this.token, ...headers },
    })
    if (reply.status === 201) this.take(reply)
    return reply
  }

  take({ body }: Reply) {
    const { grant, token } = body as unknown as { grant: { id: string }; token: string }
    this.grant = grant.id
    this.token = token
  }

  /** A finished sale, signed and chained to this till's previous mutation. Its customer travels beside it. */
  sell(
    { customer_name, customer_phone, ...sale }: Sale,
    facts: Facts = {},
  ): SignedMutation<Omit<Sale, 'customer_name' | 'customer_phone'> & { personal_hash?: string }> {
    if (customer_name === undefined && customer_phone === undefined) return this.sign('sale.record', sale, facts)
    const personal: Personal = {
      salt: randomUUID(),
      customer_name: customer_name ?? null,
      customer_phone: customer_phone ?? null,
    }
    return this.sign('sale.record', { ...sale, personal_hash: sha256(personalText(personal)) }, { personal, ...facts })
  }

  sign<Payload extends { id: string; occurred_at: string }>(
    kind: string,
    payload: Payload,
    facts: Facts = {},
  ): SignedMutation<Payload> {
    this.seq += 1
    const mutation = this.seal({
      id: payload.id,
      kind,
      seq: this.seq,
      prev: this.prev,
      grant: this.grant,
      occurred_at: payload.occurred_at,
      payload,
      sig: '',
      ...facts,
    })
    this.seq = mutation.seq
    this.prev = sha256(linkText(mutation))
    return mutation
  }

  /** Signs a mutation as it is, without moving the chain. */
  seal = <Payload>(mutation: SignedMutation<Payload>): SignedMutation<Payload> => ({
    ...mutation,
    sig: this.key.sign(signedText(mutation)),
  })

  authorization = (body: string): string =>
    deviceHeader(this.key.key_id, this.key.sign(pushText(createHash('sha256').update(body).digest('hex'))))

  /** Carries mutations, by default its own. */
  async carry(
    mutations: readonly object[],
    author: SigningTill = this,
    headers: Record<string, string> = {},
  ): Promise<Reply & { said: SignedPushReply }> {
    return this.carryAs(mutations, { device_id: author.device_id, key_id: author.key.key_id }, headers)
  }

  async carryAs(
    mutations: readonly object[],
    envelope: object,
    headers: Record<string, string> = {},
  ): Promise<Reply & { said: SignedPushReply }> {
    const body = JSON.stringify({ protocol: SIGNED_PROTOCOL, ...envelope, mutations })
    const reply = await this.api.send('POST', '/api/sync/push', {
      body,
      headers: { authorization: this.authorization(body), ...headers },
    })
    return { ...reply, said: reply.body as unknown as SignedPushReply }
  }

  pull(query = '', headers: Record<string, string> = {}): Promise<Reply> {
    const path = `/api/sync/pull${query}`
    return this.api.send('GET', path, {
      headers: { authorization: deviceHeader(this.key.key_id, this.key.sign(pullText(path))), ...headers },
    })
  }
}
