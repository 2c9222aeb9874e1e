import 'fake-indexeddb/auto'
import {
  leaveNote,
  acceptSigned,
  aClock,
  aDraft,
  aMirror,
  aTill,
  DEVICE,
  giveKey,
  rejected,
  wrongIn,
} from '#tests/support/till/till.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { SignedMutation } from '#sync/protocol/signed.ts'
import { createCycle } from '#sync/till/cycle.ts'
import type { Outgoing, Push } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { signerOf } from '#sync/till/proof/device-key.ts'
import { TillDb, type Counters } from '#sync/till/till-db.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const signedIn = async (db: TillDb) =>
  (await db.outbox.orderBy('position').toArray()).flatMap(({ signed }) => signed ?? [])
const pausedForUnsigned: Push = async request =>
  request.key_id
    ? acceptSigned(request)
    : { kind: 'pause', reason: 'sign_in', message: 'Sign in to send what is waiting.' }

test('signs each sale and note and chains it to the one before', async () => {
  const db = await aTill()
  const { public_key, key_id } = await giveKey(db)
  await ringUp(db, aDraft())
  await leaveNote(db, 'The printer is out of paper.')
  await ringUp(db, aDraft({ customer_name: 'Kofi' }))
  const signed = await signedIn(db)
  expect(await wrongIn(signed, public_key)).toEqual([])
  expect(signed.map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, 'sale.record'],
    [2, 'note.left'],
    [3, 'sale.record'],
  ])
  expect((await db.outbox.toArray()).map(entry => entry.key_id)).toEqual([key_id, key_id, key_id])
  expect((await db.till.get('till'))!.head).toMatchObject({ key_id, seq: 3 })
})

test('finds a changed price, a changed customer and a missing mutation by their signatures', async () => {
  const db = await aTill()
  const { public_key } = await giveKey(db)
  for (let i = 0; i < 3; i++) await ringUp(db, aDraft({ customer_name: 'Kofi' }))
  const [first, second, third] = (await signedIn(db)) as [SignedMutation, SignedMutation, SignedMutation]
  expect(
    await wrongIn([{ ...first, payload: { ...(first.payload as object), total: 1 } }, second, third], public_key),
  ).toContain('1: signature')
  expect(await wrongIn([first, third], public_key)).toEqual(['3: chain'])
  expect(
    await wrongIn([{ ...first, personal: { ...first.personal!, customer_name: 'Ama' } }, second, third], public_key),
  ).toEqual(['1: personal'])
})

test('keeps the customer out of what is signed, and out of the device once the sale is accepted', async () => {
  const db = await aTill()
  const { public_key } = await giveKey(db)
  await ringUp(db, aDraft({ customer_name: 'Kofi \ud83d', customer_phone: '+233200000000' }))
  const [mutation] = await signedIn(db)
  expect(mutation!.personal).toEqual({
    salt: expect.stringMatching(/^[\w-]{22}$/),
    customer_name: 'Kofi \ufffd',
    customer_phone: '+233200000000',
  })
  expect(mutation!.payload).not.toHaveProperty('customer_name')
  await createCycle(db, async request => acceptSigned(request)).wake()
  expect(await db.outbox.count()).toBe(0)
  const left = JSON.stringify([await db.sales.toArray(), await db.table('till').toArray()])
  expect(left).not.toMatch(/Kofi|\+2332/)
  expect(left).toContain(mutation!.sig)
  expect(await wrongIn([mutation!], public_key)).toEqual([])
})

test('masks a card number before it signs', async () => {
  const db = await aTill()
  await giveKey(db)
  await ringUp(db, aDraft({ account_code: 'BANK', reference: '4111 1111 1111 1111' }))
  await leaveNote(db, 'She paid by 4111111111111111.')
  expect(JSON.stringify(await signedIn(db))).not.toMatch(/4111 ?1111/)
})

test('makes one chain without gap or double in two tabs that sell at once', async () => {
  const db = await aTill()
  const { public_key } = await giveKey(db)
  const other = new TillDb(db.name)
  await Promise.all(Array.from({ length: 12 }, (_, i) => ringUp(i % 2 ? db : other, aDraft())))
  const signed = await signedIn(db)
  expect(await wrongIn(signed, public_key)).toEqual([])
  expect(signed.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
  expect(new Set((await db.sales.toArray()).map(({ number }) => number)).size).toBe(12)
})

test('control: forks the chain in two tabs when the transaction does not compare the head', async () => {
  const db = await aTill()
  const { public_key } = await giveKey(db)
  const other = new TillDb(db.name)
  const blind = (tab: TillDb, at: Counters) => vi.spyOn(tab.till, 'get').mockImplementation((async () => at) as never)
  const before = (await db.till.get('till'))!
  for (const tab of [db, other]) blind(tab, before)
  await Promise.all([ringUp(db, aDraft()), ringUp(other, aDraft())])
  vi.restoreAllMocks()
  expect(await wrongIn(await signedIn(db), public_key)).toEqual(['1: chain'])
})

test('leaves the chain where it was when a sale could not be stored', async () => {
  const db = await aTill()
  const { public_key } = await giveKey(db)
  await ringUp(db, aDraft())
  const add = vi.spyOn(db.outbox, 'add').mockImplementation(() => {
    throw new Error('disk full')
  })
  await expect(ringUp(db, aDraft())).rejects.toThrow('disk full')
  add.mockRestore()
  await ringUp(db, aDraft())
  expect((await signedIn(db)).map(({ seq }) => seq)).toEqual([1, 2])
  expect(await wrongIn(await signedIn(db), public_key)).toEqual([])
})

test('cannot export the key, which is still there when the database is opened again', async () => {
  const db = await aTill()
  const { key_id } = await giveKey(db)
  const again = new TillDb(db.name)
  const signer = await signerOf(again, key_id)
  await expect(crypto.subtle.exportKey('jwk', signer!.private_key)).rejects.toThrow('not extractable')
  await expect(crypto.subtle.exportKey('pkcs8', signer!.private_key)).rejects.toThrow('not extractable')
})

test("names the seller's grant, and nobody else's", async () => {
  const db = await aTill()
  await giveKey(db)
  await db.till.update('till', { grant: { id: 'grant of 7', user_id: 7 } })
  await ringUp(db, aDraft({ teller_id: 7 }))
  await ringUp(db, aDraft({ teller_id: 8 }))
  expect((await signedIn(db)).map(({ grant }) => grant)).toEqual(['grant of 7', null])
})

test('repeats the head of the chain outside the database', async () => {
  const mirror = aMirror()
  const db = await aTill({ mirror })
  const { key_id } = await giveKey(db)
  await ringUp(db, aDraft())
  expect(mirror.present()).toMatchObject({ last_seq: 1, head: { key_id, seq: 1 } })
})

test('sends signed mutations by key, one request each, with nobody signed in; unsigned ones wait', async () => {
  const db = await aTill()
  const before = await ringUp(db, aDraft())
  const { key_id } = await giveKey(db)
  await ringUp(db, aDraft())
  await ringUp(db, aDraft())
  const requests: Outgoing[] = []
  let isSignedIn = false
  const clock = aClock()
  const cycle = createCycle(
    db,
    async request => {
      requests.push(request)
      return isSignedIn ? acceptSigned(request) : pausedForUnsigned(request)
    },
    clock.now,
  )
  await cycle.wake()
  expect(
    requests
      .filter(({ mutations }) => mutations.length > 0)
      .map(request => [request.protocol, request.key_id, request.mutations.map(({ seq }) => seq)]),
  ).toEqual([
    [1, undefined, [1]],
    [2, key_id, [2, 3]],
  ])
  expect((await db.outbox.toArray()).map(({ id }) => id)).toEqual([before.id])
  expect(cycle.state()).toMatchObject({ reachable: true, pause: { reason: 'sign_in' } })
  isSignedIn = true
  await cycle.resume()
  expect(await db.outbox.count()).toBe(0)
  expect(cycle.state().pause).toBeNull()
})

test('signs when sending what a build without signatures added since', async () => {
  const db = await aTill()
  const { public_key } = await giveKey(db)
  await ringUp(db, aDraft())
  await asTheBuildBefore(db)
  await asTheBuildBefore(db)
  await ringUp(db, aDraft())
  const sent: SignedMutation[] = []
  await createCycle(db, async request => {
    sent.push(...(request.mutations as SignedMutation[]))
    return acceptSigned(request)
  }).wake()
  expect(await db.outbox.count()).toBe(0)
  expect(sent.map(({ seq, grant }) => [seq, grant])).toEqual([
    [1, null],
    [2, null],
    [3, null],
    [4, null],
  ])
  expect(await wrongIn(sent, public_key)).toEqual([])
})

test('sends again, signed, what a build without signatures sent bare and was refused', async () => {
  const db = await aTill()
  await giveKey(db)
  const { id } = await ringUp(db, aDraft())
  await db.outbox.where({ id }).modify({ held: 1, rejection: { code: 'unproved' as never, message: 'No signature.' } })
  await createCycle(db, async request => acceptSigned(request)).wake()
  expect(await db.outbox.count()).toBe(0)
})

test('does not repeat by itself what was refused with its signature', async () => {
  const db = await aTill()
  await giveKey(db)
  const { id } = await ringUp(db, aDraft())
  const push = vi.fn<Push>(async ({ mutations }) => ({
    kind: 'verdicts',
    news: { generation: 'first' },
    verdicts: mutations.map(() => {
      const verdict = rejected(id)
      return verdict.status === 'rejected'
        ? { ...verdict, error: { ...verdict.error, code: 'unproved' as never } }
        : verdict
    }),
  }))
  await createCycle(db, push).wake()
  await createCycle(db, push).wake()
  expect(push.mock.calls.filter(([{ mutations }]) => mutations.length > 0)).toHaveLength(1)
  expect(await db.outbox.toArray()).toMatchObject([{ id, held: 1 }])
})

test('keeps a kind the server does not know, offers it again after 15 minutes, and sends what comes after it', async () => {
  const db = await aTill()
  await giveKey(db)
  await leaveNote(db, 'Call the plumber.')
  await ringUp(db, aDraft())
  let knows = false
  const push = vi.fn<Push>(async request =>
    acceptSigned({ ...request, mutations: request.mutations.filter(({ kind }) => knows || kind === 'sale.record') }),
  )
  const clock = aClock()
  const cycle = createCycle(db, push, clock.now)
  await cycle.wake()
  expect((await db.outbox.toArray()).map(({ mutation }) => mutation.kind)).toEqual(['note.left'])
  expect(cycle.state()).toMatchObject({ reachable: true, pause: null })
  const offered = () =>
    push.mock.calls.filter(([{ mutations }]) => mutations.some(({ kind }) => kind === 'note.left')).length
  clock.pass(14 * 60_000)
  await cycle.wake()
  expect(offered()).toBe(1)
  clock.pass(2 * 60_000)
  knows = true
  await cycle.wake()
  expect([offered(), await db.outbox.count()]).toEqual([2, 0])
})

/** A sale as the build before this one writes it. */
async function asTheBuildBefore(db: TillDb): Promise<void> {
  const till = (await db.till.get('till'))!
  const { teller_name, receipt_lines, ...draft } = aDraft()
  const [last_number, last_seq] = [till.last_number + 1, till.last_seq + 1]
  const sale = {
    ...draft,
    number: `T1-${String(last_number).padStart(6, '0')}`,
    till_code: 'T1',
    occurred_at: new Date().toISOString(),
  }
  await db.till.put({ ...till, last_number, last_seq })
  await db.sales.add({ ...sale, teller_name, receipt_lines })
  await db.outbox.add({
    id: sale.id,
    device_id: DEVICE,
    protocol: 1,
    attempts: 0,
    not_before: 0,
    held: 0,
    mutation: { id: sale.id, kind: 'sale.record', seq: last_seq, occurred_at: sale.occurred_at, payload: sale },
  })
}
