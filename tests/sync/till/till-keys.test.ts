import 'fake-indexeddb/auto'
import { acceptSigned, aDraft, aTill, DEVICE, giveKey, signedIn } from '#tests/support/till/till.ts'
import { createPublicKey, verify } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import {
  cosignText,
  enrolText,
  pullText,
  pushText,
  type ChainHead,
  type Grant,
  type PublicKey,
} from '#sync/protocol/signed.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { enrol, type PostTill } from '#sync/till/proof/enrol.ts'
import { askGrantWith, keepGrant, type AskGrant } from '#sync/till/proof/grants.ts'
import { needsEnrolment, noteApproval } from '#sync/till/proof/own-key.ts'
import { pullWith } from '#sync/till/replica/pull.ts'
import { pushWith, type Push } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { deviceOf, hexHashOf } from '#sync/till/proof/device-key.ts'
import { rowOf, type Teller, type TillDb } from '#sync/till/till-db.ts'
import { aReply } from '#tests/support/till/replica.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const AMA: Teller = { id: 7, name: 'Ama Mensah', role_code: 'MANAGER' }
const DAY_MS = 86_400_000

const isSigned = (key: PublicKey, text: string, signature: string) =>
  verify(
    'sha256',
    Buffer.from(text),
    { key: createPublicKey({ format: 'jwk', key: { ...key } }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )

/** A server that knows one till and the keys that it was told of. */
function aServer(chain: ChainHead = { seq: 0, hash: '' }) {
  const bodies: Parameters<PostTill>[0][] = []
  const post: PostTill = async body => {
    bodies.push(body)
    const key_id = Buffer.from(
      await crypto.subtle.digest(
        'SHA-256',
        Buffer.from(JSON.stringify({ crv: 'P-256', kty: 'EC', x: body.public_key!.x, y: body.public_key!.y })),
      ),
    ).toString('base64url')
    return {
      id: 1,
      code: 'T1',
      name: body.name,
      device_id: body.device_id,
      status_code: 'ACTIVE',
      last_seq: 0,
      last_number: 0,
      missing_seqs: [],
      key_id,
      approved: false,
      chain,
      certificate: `certificate ${key_id}`,
    }
  }
  return { post, bodies }
}

test('proves a key at the next enrolment of a till that sold without one, and says up to where it did not sign', async () => {
  const db = await aTill()
  for (let i = 0; i < 3; i++) await ringUp(db, aDraft())
  const { post, bodies } = aServer()
  expect(await needsEnrolment(db)).toBe(true)
  await enrol(db, post, 'Front')
  const [{ public_key, proof, unsigned_until, cosign }] = bodies as [Parameters<PostTill>[0]]
  expect([unsigned_until, cosign, isSigned(public_key!, enrolText(DEVICE), proof!)]).toEqual([3, undefined, true])
  expect(await needsEnrolment(db)).toBe(false)
  expect(await rowOf(db, 'signer')).toMatchObject({ approved: false, unsigned_until: 3 })
  await ringUp(db, aDraft())
  expect((await db.outbox.toArray()).map(({ signed }) => signed?.seq)).toEqual([undefined, undefined, undefined, 4])
})

test('makes no second key after a lost reply, and signs nothing before the server has answered', async () => {
  const db = await aTill()
  const { post, bodies } = aServer()
  await expect(
    enrol(
      db,
      async body => {
        await post(body)
        throw new TypeError('reset')
      },
      'Front',
    ),
  ).rejects.toThrow('reset')
  await ringUp(db, aDraft())
  expect((await db.outbox.toArray())[0]!.signed).toBeUndefined()
  await enrol(db, post, 'Front')
  expect(bodies[1]!.public_key).toEqual(bodies[0]!.public_key)
  expect(bodies.map(({ unsigned_until }) => unsigned_until)).toEqual([0, 0])
})

test('declares at most 1,000 sales unsigned, and signs the rest when they are sent', async () => {
  const db = await aTill()
  await db.till.update('till', { last_seq: 500, last_number: 500 })
  await ringUp(db, aDraft())
  await db.till.update('till', { last_seq: 2000, last_number: 2000 })
  const { post, bodies } = aServer()
  await enrol(db, post, 'Front')
  expect(bodies[0]!.unsigned_until).toBe(1500)
})

test('replaces a key that two devices use by one the old key vouches for', async () => {
  const db = await aTill()
  const older = await giveKey(db)
  await ringUp(db, aDraft())
  await createCycle(db, async request => acceptSigned(request, { rekey: true })).wake()
  expect(await needsEnrolment(db)).toBe(true)
  const { post, bodies } = aServer()
  await enrol(db, post, 'Front')
  const head = (await db.till.get('till'))!.head!
  expect(head).toMatchObject({ seq: 0, hash: '' })
  expect(head.key_id).not.toBe(older.key_id)
  expect(isSigned(older.public_key, cosignText(DEVICE, head.key_id), bodies[0]!.cosign!)).toBe(true)
  await ringUp(db, aDraft())
  expect((await db.outbox.toArray())[0]).toMatchObject({ key_id: head.key_id, signed: { seq: 2, prev: '' } })
})

test("continues from the server's chain on a device with an older copy", async () => {
  const db = await aTill()
  const { key_id } = await giveKey(db)
  const { post } = aServer({ seq: 9, hash: 'the ninth' })
  await enrol(db, post, 'Front')
  expect((await db.till.get('till'))!.head).toEqual({ key_id, seq: 9, hash: 'the ninth' })
})

test('learns that its key was approved', async () => {
  const db = await aTill()
  await enrol(db, aServer().post, 'Front')
  const { key_id } = (await rowOf(db, 'signer'))!
  await noteApproval(db, [
    { key_id: 'another', approved: true },
    { key_id, approved: false },
  ])
  expect((await rowOf(db, 'signer'))!.approved).toBe(false)
  await noteApproval(db, [{ key_id, approved: true }])
  expect((await rowOf(db, 'signer'))!.approved).toBe(true)
})

test('keeps selling unsigned on a page without cryptography', async () => {
  const db = await aTill()
  vi.stubGlobal('crypto', {
    randomUUID: crypto.randomUUID.bind(crypto),
    getRandomValues: crypto.getRandomValues.bind(crypto),
  })
  expect(await needsEnrolment(db)).toBe(false)
  const post = vi.fn<PostTill>(async ({ name, device_id }) => ({
    id: 1,
    code: 'T1',
    name,
    device_id,
    status_code: 'ACTIVE',
    last_seq: 0,
    last_number: 0,
    missing_seqs: [],
  }))
  await enrol(db, post, 'Front')
  expect(post.mock.calls).toEqual([[{ name: 'Front', device_id: DEVICE }]])
  await ringUp(db, aDraft())
  expect((await db.outbox.toArray())[0]!.signed).toBeUndefined()
})

const aGrant = (over: Partial<Grant> = {}): Grant => ({
  id: crypto.randomUUID(),
  user_id: 7,
  name: 'Ama Mensah',
  role_code: 'MANAGER',
  till_id: 1,
  issued_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 14 * DAY_MS).toISOString(),
  ...over,
})

test('fetches a grant for whoever signs in, and keeps it until it is half over', async () => {
  const db = await aTill()
  await giveKey(db)
  const grant = aGrant()
  const ask = vi.fn<AskGrant>(async () => ({ grant, token: 'a token' }))
  await keepGrant(db, AMA, ask)
  await keepGrant(db, AMA, ask)
  expect(ask.mock.calls).toEqual([[1, null]])
  await ringUp(db, aDraft({ teller_id: 7 }))
  expect((await db.outbox.toArray())[0]!.signed!.grant).toBe(grant.id)
})

test('names no earlier grant after a change of cashier', async () => {
  const db = await aTill()
  await giveKey(db)
  await keepGrant(db, AMA, async () => ({ grant: aGrant(), token: 'a token' }))
  await keepGrant(db, { ...AMA, id: 8 }, async () => null)
  await ringUp(db, aDraft({ teller_id: 8 }))
  await keepGrant(db, null, async () => null)
  await ringUp(db, aDraft({ teller_id: 7 }))
  expect((await db.outbox.toArray()).map(({ signed }) => signed!.grant)).toEqual([null, null])
})

test("does not take somebody else's grant", async () => {
  const db = await aTill()
  await giveKey(db)
  await keepGrant(db, AMA, async () => ({ grant: aGrant({ user_id: 8 }), token: 'a token' }))
  expect((await db.till.get('till'))!.grant).toBeNull()
})

test("renews a grant by the till's key without a session, and never by another person's session", async () => {
  const db = await aTill()
  const { key_id, public_key } = await giveKey(db)
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
    async () =>
      new Response(JSON.stringify({ grant: aGrant(), token: 'the next' }), {
        status: 201,
        headers: { 'content-type': 'application/json' },
      }),
  )
  vi.stubGlobal('fetch', fetch)
  const another = { token: () => 'of another', user: () => ({ id: 8 }) as never }
  expect(await askGrantWith(another, deviceOf(db), 7)(1, null)).toBeNull()
  expect(await askGrantWith(another, deviceOf(db), 7)(1, 'the old')).toMatchObject({ token: 'the next' })
  expect(fetch).toHaveBeenCalledOnce()
  const headers = fetch.mock.calls[0]![1].headers as Record<string, string>
  expect(headers['x-grant']).toBe('the old')
  const [, key, signature] = /^Device ([\w-]+)\.([\w-]+)$/.exec(headers.authorization!)!
  expect([key, isSigned(public_key, pushText(await hexHashOf('')), signature!)]).toEqual([key_id, true])
})

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const nobody = { token: () => null, renew: async () => 'refused' as const, refresh: async () => false }

/** Whether a request carries this till's signature over the text. */
function carries(
  { headers }: RequestInit,
  { key_id, public_key }: { key_id: string; public_key: PublicKey },
  text: string,
): boolean {
  const [, key, signature] =
    /^Device ([\w-]+)\.([\w-]+)$/.exec((headers as Record<string, string>).authorization ?? '') ?? []
  return key === key_id && isSigned(public_key, text, signature!)
}

test('signs a push over its bytes, and needs nobody signed in', async () => {
  const db = await aTill()
  const key = await giveKey(db)
  await ringUp(db, aDraft())
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async (_, { body }) =>
    json({
      verdicts: JSON.parse(String(body)).mutations.map(({ id }: { id: string }) => ({
        id,
        kind: 'sale.record',
        status: 'accepted',
        booking: { order_id: 5012, number: 'T1-000001' },
      })),
      server_time: '',
      generation: 'first',
    }),
  )
  vi.stubGlobal('fetch', fetch)
  await createCycle(db, pushWith(nobody, deviceOf(db))).wake()
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/sync/push'])
  const [, init] = fetch.mock.calls[0]!
  expect(carries(init, key, pushText(await hexHashOf(String(init.body))))).toBe(true)
  expect((await db.sales.toArray())[0]!.verdict).toMatchObject({ order_id: 5012, number: 'T1-000001' })
})

test("signs a pull over its path with the seller's grant, and uses the session when unknown", async () => {
  const db = await aTill()
  const key = await giveKey(db)
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () => json(aReply('w2')))
  vi.stubGlobal('fetch', fetch)
  const puller = { device_id: async () => DEVICE, sign: deviceOf(db), grant: async () => 'a token' }
  expect(await pullWith(nobody, puller)('w1', 2000)).toEqual(aReply('w2'))
  const [path, init] = fetch.mock.calls[0]!
  expect([carries(init, key, pullText(path)), (init.headers as Record<string, string>)['x-grant']]).toEqual([
    true,
    'a token',
  ])
  fetch.mockImplementation(async (_, { headers }) =>
    (headers as Record<string, string>).authorization === 'Bearer a-token'
      ? json(aReply('w3'))
      : json({ code: 'device_unknown' }, 401),
  )
  expect(await pullWith({ ...signedIn, refresh: async () => false }, puller)('w2', 2000)).toEqual(aReply('w3'))
})

test('tells a server that does not know its key who it is, once, and sends nothing when that does not help', async () => {
  const db = await aTill()
  const { key_id } = await giveKey(db)
  await ringUp(db, aDraft())
  const unknown = { kind: 'pause', reason: 'unknown_device', message: 'Sign in here to set it up again.' } as const
  let isKnown = false
  const push = vi.fn<Push>(async request => {
    isKnown ||= request.certificates?.[0] === `certificate of ${key_id}` && canLearn
    return isKnown ? acceptSigned(request) : unknown
  })
  let canLearn = false
  const cycle = createCycle(db, push)
  await cycle.wake()
  expect(push.mock.calls.map(([{ mutations }]) => mutations.length)).toEqual([1, 0])
  expect([await db.outbox.count(), cycle.state().pause?.reason]).toEqual([1, 'unknown_device'])
  canLearn = true
  await cycle.resume()
  expect([await db.outbox.count(), cycle.state().pause]).toEqual([0, null])
})

/** The outbox of a till that sold so often, all of it accepted in the first life of the server. */
async function aTillThatSold(times: number): Promise<{ db: TillDb; ids: string[] }> {
  const db = await aTill()
  await giveKey(db)
  const ids: string[] = []
  for (let i = 0; i < times; i++) ids.push((await ringUp(db, aDraft({ customer_name: 'Kofi' }))).id)
  await createCycle(db, async request => acceptSigned(request)).wake()
  return { db, ids }
}

test('sends again what the server lacks after a restore, under the same ids, and takes the new verdicts', async () => {
  const { db, ids } = await aTillThatSold(60)
  const sent: { id: string; seq: number }[] = []
  const told = new Set<number | undefined>()
  let orders = 900
  await createCycle(db, async request => {
    sent.push(...request.mutations)
    if (request.mutations.length > 0) told.add(request.certificates?.length)
    const wants = request.mutations.length === 0 ? { resend_from: 4 } : {}
    return {
      kind: 'verdicts',
      verdicts: request.mutations.map(({ id }) => ({ id, status: 'accepted', order_id: (orders += 1) })),
      news: { generation: 'second', ...wants },
    }
  }).ask()
  expect(sent.map(({ id }) => id)).toEqual(ids.slice(3))
  expect([JSON.stringify(sent).includes('Kofi'), ...told]).toEqual([false, 1])
  expect((await db.sales.get(ids[3]!))!.verdict).toMatchObject({ order_id: 901 })
  expect(await rowOf(db, 'generation')).toMatchObject({ id: 'second' })
})

test('resumes an interrupted resend, and does not start a second one', async () => {
  const { db, ids } = await aTillThatSold(120)
  const sent: string[] = []
  let left = 3
  const server: Push = async request => {
    if (left-- <= 0) return { kind: 'trouble', reason: 'unreachable', smaller: false, wait_ms: 0 }
    sent.push(...request.mutations.map(({ id }) => id))
    return acceptSigned(request, { generation: 'second', resend_from: 1 })
  }
  await createCycle(db, server).ask()
  expect(sent).toHaveLength(50)
  left = Infinity
  await createCycle(db, server).ask()
  expect(sent).toEqual(ids)
  await createCycle(db, server).ask()
  expect(sent).toHaveLength(ids.length)
})

test.each([401, 419])(
  "makes a signed push wait on a %i that is not the shop's, and asks no more often than for any fault",
  async status => {
    const db = await aTill()
    await giveKey(db)
    await ringUp(db, aDraft())
    const fetch = vi.fn<typeof globalThis.fetch>(async () => json({ code: 'internal' }, status))
    vi.stubGlobal('fetch', fetch)
    await createCycle(db, pushWith(nobody, deviceOf(db))).wake()
    expect([fetch.mock.calls.length, await db.outbox.count()]).toEqual([1, 1])
  },
)

test('does not repeat a pause for sign-in that answers a signed push', async () => {
  const db = await aTill()
  await giveKey(db)
  await ringUp(db, aDraft())
  const push = vi.fn<Push>(async () => ({ kind: 'pause', reason: 'sign_in', message: 'Sign in.' }))
  await createCycle(db, push).wake()
  expect(push).toHaveBeenCalledOnce()
})

test('settles what is accepted on a full device, and gives up only what a restore would need', async () => {
  const db = await aTill()
  await giveKey(db)
  await ringUp(db, aDraft())
  const table = Object.getPrototypeOf(Object.getPrototypeOf(db.table('till'))) as {
    bulkPut: (rows: { key?: string }[]) => unknown
  }
  const { bulkPut } = table
  vi.spyOn(table, 'bulkPut').mockImplementation(function (this: unknown, rows) {
    if (rows[0]?.key?.startsWith('kept ')) throw new DOMException('', 'QuotaExceededError')
    return bulkPut.call(this, rows)
  })
  await createCycle(db, async request => acceptSigned(request)).wake()
  expect([await db.outbox.count(), await db.table('till').where('key').startsWith('kept ').count()]).toEqual([0, 0])
})
