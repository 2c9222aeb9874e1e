import 'fake-indexeddb/auto'
import { accept, acceptAll, acceptSigned, aDraft, aTill, giveKey, rejected, trouble } from '#tests/support/till/till.ts'
import { expect, test } from 'vitest'
import type { Outgoing } from '#sync/till/push.ts'
import { DamagedFile, exportSales, importSales } from '#sync/till/carry.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { settle } from '#sync/till/outbox.ts'
import { purge } from '#sync/till/replica/purge.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { stateOf } from '#sync/till/waiting.ts'

async function anotherTill() {
  const db = await aTill()
  await db.till.update('till', { device_id: crypto.randomUUID(), code: 'T2' })
  return db
}

test('carries unsent sales by file under their own ids, numbers and device, in requests of their own', async () => {
  const [origin, other] = [await aTill(), await anotherTill()]
  const sales = [await ringUp(origin, aDraft({ customer_name: 'Kofi' })), await ringUp(origin, aDraft())]
  await ringUp(other, aDraft())
  const { name, text, count } = await exportSales(origin)
  expect([name, count]).toEqual([expect.stringMatching(/^unsent-sales-T1-\d{4}-\d\d-\d\d\.json$/), 2])
  expect(await importSales(other, text)).toEqual({ added: 2, known: 0 })
  const requests: Outgoing[] = []
  await createCycle(other, async request => {
    requests.push(request)
    return accept(request)
  }).wake()
  const { device_id } = (await origin.till.get('till'))!
  expect(requests).toHaveLength(2)
  expect(requests[1]).toEqual({
    protocol: 1,
    device_id,
    mutations: (await origin.outbox.toArray()).map(({ mutation }) => mutation),
  })
  expect(requests[1]!.mutations.map(({ id, seq }) => [id, seq])).toEqual([
    [sales[0]!.id, 1],
    [sales[1]!.id, 2],
  ])
  expect(await other.till.get('till')).toMatchObject({ last_number: 1, last_seq: 1 })
  expect(stateOf((await other.sales.get(sales[0]!.id))!, undefined)).toBe('accepted')
  expect(await origin.outbox.count()).toBe(2)
})

test('doubles nothing when a file is imported twice, where it was written, or after its sales were accepted', async () => {
  const [origin, other] = [await aTill(), await anotherTill()]
  await ringUp(origin, aDraft())
  await ringUp(origin, aDraft())
  const { text } = await exportSales(origin)
  expect(await importSales(origin, text)).toEqual({ added: 0, known: 2 })
  expect(await importSales(other, text)).toEqual({ added: 2, known: 0 })
  expect(await importSales(other, text)).toEqual({ added: 0, known: 2 })
  await createCycle(other, acceptAll).wake()
  expect(await importSales(other, text)).toEqual({ added: 0, known: 2 })
  expect([await origin.outbox.count(), await other.outbox.count(), await other.sales.count()]).toEqual([2, 0, 2])
})

test('carries a rejected sale too, and tries it again where it arrives', async () => {
  const [origin, other] = [await aTill(), await anotherTill()]
  const { id } = await ringUp(origin, aDraft())
  await settle(origin, [rejected(id)])
  await importSales(other, (await exportSales(origin)).text)
  expect(await other.outbox.toArray()).toMatchObject([{ id, held: 0, attempts: 0 }])
  expect((await other.sales.get(id))!.verdict).toBeUndefined()
})

test('carries a sale that a restored server has not taken when its copy is long gone', async () => {
  const [origin, other] = [await aTill(), await anotherTill()]
  await giveKey(origin)
  const { id } = await ringUp(origin, aDraft())
  await ringUp(origin, aDraft())
  await createCycle(origin, async request => acceptSigned(request)).wake()
  await purge(origin, Date.now() + 31 * 86_400_000)
  const restored = createCycle(origin, async request => {
    if (request.mutations.some(mutation => mutation.id === id)) return trouble()
    return acceptSigned(request, { generation: 'second', ...(request.mutations.length === 0 && { resend_from: 1 }) })
  })
  await restored.ask()
  await restored.nudge()
  await restored.nudge()
  expect([(await origin.outbox.toArray()).map(entry => entry.id), await origin.sales.count()]).toEqual([[id], 0])
  const { text } = await exportSales(origin)
  expect(await importSales(other, text)).toEqual({ added: 1, known: 0 })
  await createCycle(other, async request => acceptSigned(request)).wake()
  expect(await other.outbox.count()).toBe(0)
})

test('accepts a file another program wrote again with the same content', async () => {
  const [origin, other] = [await aTill(), await anotherTill()]
  await ringUp(origin, aDraft())
  const { text } = await exportSales(origin)
  expect(await importSales(other, JSON.stringify(JSON.parse(text)))).toEqual({ added: 1, known: 0 })
})

test('refuses a sale under two ids in an unchanged file', async () => {
  const [origin, other] = [await aTill(), await anotherTill()]
  await ringUp(origin, aDraft())
  const parcel = JSON.parse((await exportSales(origin)).text)
  parcel.sales[0].entry.mutation.payload.id = crypto.randomUUID()
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify([parcel.sales, parcel.proofs])),
  )
  parcel.sha256 = Buffer.from(digest).toString('hex')
  await expect(importSales(other, JSON.stringify(parcel))).rejects.toThrow('one of its entries is incomplete')
  expect(await other.outbox.count()).toBe(0)
})

test.each([
  ['cut short', (text: string) => text.slice(0, -40)],
  ['with a price changed', (text: string) => text.replace('"price": 10', '"price": 1')],
  [
    'with a sale taken out',
    (text: string) => {
      const parcel = JSON.parse(text)
      parcel.sales.pop()
      return JSON.stringify(parcel)
    },
  ],
  ['of another kind', () => '{"orders":[]}'],
  ['of null', () => 'null'],
  ['of a later version', (text: string) => text.replace('"version": 2', '"version": 3')],
  ['that is a picture', () => '\u0089PNG'],
])('a file %s is refused with a reason, and nothing of it is taken', async (_, damage) => {
  const [origin, other] = [await aTill(), await anotherTill()]
  await ringUp(origin, aDraft())
  const damaged = damage((await exportSales(origin)).text)
  await expect(importSales(other, damaged)).rejects.toThrow(DamagedFile)
  expect([await other.outbox.count(), await other.sales.count()]).toEqual([0, 0])
})
