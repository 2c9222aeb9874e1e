import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { inTransaction, select, selectOne } from '#api/db/database.ts'
import { voidCard } from '#api/gift-cards/change-card.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { approveRefund } from '#api/refunds/decide-refund.ts'
import { completeRefund } from '#api/refunds/receive-goods.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import { aUser } from '#tests/support/server/api.ts'
import { checkBooks, count, onHand } from '#tests/support/server/shop.ts'
import { somebodyWaits } from '#tests/support/database/lock-waits.ts'
import { aGiftCard, aHold, bookSale } from '#tests/support/shop/gift-cards.ts'
import { revisionsSeen, shiftsAt } from '#tests/support/till/shift-day.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { booksOfSale, openExceptions, setTo, voidAt } from '#tests/support/till/voids.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})
const outside = AsyncLocalStorage.snapshot()
afterEach(async () => {
  await setTo('two_person_limit', '')
  await checkBooks()
})

const aSale = (more = {}) => here.saleAt(here.till, more)
const carry = async (...mutations: object[]) => inWords((await here.till.carry(mutations)).said.verdicts)

/** A sale of `pieces` at 10 cedis each, booked. */
async function sold(pieces = 1) {
  const sale = aSale({ lines: [{ product_variation_id: here.jeans, quantity: pieces, price: 10 }], total: 10 * pieces })
  expect(await carry(here.till.sell(sale))).toEqual(['accepted'])
  const item = await selectOne<{ order_id: number; id: number }>(
    'SELECT i.order_id, i.id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.sale_id = ?',
    [sale.id],
  )
  return { sale, order_id: item!.order_id, order_item_id: item!.id }
}
type Sold = Awaited<ReturnType<typeof sold>>

const ask = ({ order_id, order_item_id }: Sold, quantity = 1) =>
  requestRefund(
    { order_id, action: 'REFUND', reason: 'MISFIT', items: [{ order_item_id, quantity }] },
    here.manager.id,
    'STAFF',
  )
async function refund(from: Sold, quantity = 1): Promise<void> {
  const { id, items } = await ask(from, quantity)
  await approveRefund(id, { user_id: here.manager.id })
  await completeRefund(id, {
    account_code: 'CASH',
    user_id: here.manager.id,
    queueRefund,
    restock: items.map(item => ({ refund_item_id: item.id, disposition: 'RESTOCK' })),
  })
}

test("books nothing of another till's sale, and names who tried", async () => {
  const { sale } = await sold()
  const other = await here.anotherTill()
  const { said } = await other.carry([voidAt(here, sale, { till: other })])
  expect(inWords(said.verdicts)).toEqual(['accepted VOID_ELSEWHERE'])
  expect([await booksOfSale(sale.id), await onHand(here.jeans)]).toMatchObject([
    { refunded: 0, left: { CASH: 10 } },
    98,
  ])
  expect(await carry(voidAt(here, sale))).toEqual(['accepted'])
  expect([await booksOfSale(sale.id), await onHand(here.jeans)]).toMatchObject([{ refunded: 10 }, 99])
})

test("books nothing of another till's sale when the void came first", async () => {
  const sale = aSale()
  const other = await here.anotherTill()
  await other.carry([voidAt(here, sale, { till: other })])
  expect(await openExceptions()).toEqual(['ORPHAN'])
  expect(await carry(here.till.sell(sale))).toEqual(['accepted'])
  expect([await openExceptions(), await booksOfSale(sale.id)]).toMatchObject([['VOID_ELSEWHERE'], { refunded: 0 }])
})

test('believes no till code: the device that signed decides whose sale it is', async () => {
  const { sale } = await sold()
  const other = await here.anotherTill()
  const forged = voidAt(here, sale, { till: other, till_code: here.till.till.code })
  expect(inWords((await other.carry([forged])).said.verdicts)).toEqual(['accepted VOID_ELSEWHERE'])
})

test('books a replayed void once, and refuses other content under its id', async () => {
  const { sale } = await sold()
  const voided = voidAt(here, sale)
  await carry(voided)
  const changed = here.till.sign('sale.void', { ...voided.payload, reason: 'CHANGED_MIND' })
  expect(await carry(voided, voided, changed)).toEqual(['accepted', 'accepted', 'conflict'])
  expect([await count('sale_voids'), await count('refunds'), await onHand(here.jeans)]).toEqual([1, 1, 99])
})

test('refuses a void whose bytes were changed on the way', async () => {
  const [{ sale }, { sale: dearer }] = [await sold(), await sold(5)]
  const voided = voidAt(here, sale)
  const changed = { ...voided, payload: { ...voided.payload, sale_id: dearer.id } }
  expect(await carry(changed)).toEqual(['unproved'])
  expect(await booksOfSale(dearer.id)).toMatchObject({ refunded: 0 })
})

test('books nothing twice when a sale is voided twice', async () => {
  const { sale } = await sold()
  expect(await carry(voidAt(here, sale), voidAt(here, sale))).toEqual(['accepted', 'accepted VOID_TWICE'])
  expect([await booksOfSale(sale.id), await onHand(here.jeans), await count('refunds')]).toMatchObject([
    { refunded: 10, left: { CASH: 0 } },
    99,
    1,
  ])
})

test('books nothing of a sale that staff have refunded', async () => {
  const from = await sold()
  await refund(from)
  expect(await carry(voidAt(here, from.sale))).toEqual(['accepted VOID_TWICE'])
  expect([await booksOfSale(from.sale.id), await onHand(here.jeans), await count('refunds')]).toMatchObject([
    { refunded: 10, left: { CASH: 0 } },
    99,
    1,
  ])
})

test('books only what is left of a sale that staff have refunded in part', async () => {
  const from = await sold(3)
  await refund(from)
  expect(await carry(voidAt(here, from.sale))).toEqual(['accepted VOID_TWICE'])
  expect([await booksOfSale(from.sale.id), await onHand(here.jeans), await count('refunds')]).toMatchObject([
    { refunded: 30, left: { CASH: 0 } },
    99,
    2,
  ])
})

test('pays no return of a voided sale, whether it was asked for before or after', async () => {
  const from = await sold(2)
  const { id } = await ask(from)
  await carry(voidAt(here, from.sale))
  await expect(approveRefund(id, { user_id: here.manager.id })).rejects.toMatchObject({ status: 409 })
  await expect(ask(from)).rejects.toMatchObject({ status: 422 })
  expect(await booksOfSale(from.sale.id)).toMatchObject({ refunded: 20, left: { CASH: 0 } })
})

test('books a sale once when a void and refunds by staff come at once', async () => {
  for (let times = 0; times < 5; times++) {
    const from = await sold(2)
    const asked = [await ask(from), await ask(from)]
    const work = [
      carry(voidAt(here, from.sale)),
      ...asked.map(({ id }) => approveRefund(id, { user_id: here.manager.id }).catch(() => null)),
    ]
    const [[verdict]] = (await Promise.all(work)) as [string[]]
    expect(verdict).toMatch(/^accepted/)
    const { refunded } = await booksOfSale(from.sale.id)
    expect(refunded).toBe(20)
  }
})

test('books each sale once when its void, its repeats and new sales come at once', async () => {
  const other = await here.anotherTill()
  const [own, others] = [Array.from({ length: 6 }, () => aSale()), Array.from({ length: 6 }, () => here.saleAt(other))]
  const mine = own.flatMap(sale => [here.till.sell(sale), voidAt(here, sale)])
  const theirs = others.flatMap(sale => [other.sell(sale), voidAt(here, sale, { till: other })])
  await Promise.all([
    ...mine.map(each => here.till.carry([each])),
    ...theirs.map(each => other.carry([each])),
    here.till.carry(mine),
    other.carry(theirs),
  ])
  expect([await count('refunds'), await onHand(here.jeans), await count('sale_voids', "outcome = 'BOOKED'")]).toEqual([
    12, 99, 12,
  ])
  expect(await openExceptions()).not.toContain('ORPHAN')
})

test('waits for a sale that somebody books by hand at the same moment', async () => {
  const sale = aSale()
  const { waiting } = await inTransaction(async () => {
    await bookSale(sale)
    const waiting = outside(() => carry(voidAt(here, sale)))
    await somebodyWaits()
    return { waiting }
  })
  expect([await waiting, await booksOfSale(sale.id)]).toMatchObject([['accepted'], { refunded: 10, left: { CASH: 0 } }])
})

test('settles a void when a manager books its sale by hand', async () => {
  const { open, close } = shiftsAt(here)
  const [shift, sale] = [open(), aSale()]
  const forged = { ...here.till.sell(sale), sig: 'A'.repeat(86) }
  await carry(shift, forged, voidAt(here, sale), close(shift.id, { note_100: 1 }))
  const waiting = await select<{ id: number; code: string }>(
    "SELECT id, code FROM exceptions WHERE status_code = 'OPEN'",
  )
  expect(waiting.map(({ code }) => code)).toContain('ORPHAN')
  const { id } = waiting.find(({ code }) => code === 'SALE_REJECTED')!
  const applied = await here.api.send('POST', `/api/staff/exceptions/${id}/apply`, {
    token: here.manager.token,
    body: { note: 'I saw it.' },
  })
  expect(applied.status).toBe(200)
  expect(await booksOfSale(sale.id)).toMatchObject({ refunded: 10, left: { CASH: 0 } })
  expect(await openExceptions()).not.toContain('ORPHAN')
})

test('names a teller on the Z who voids after the customer has left', async () => {
  const { open, close } = shiftsAt(here)
  const [shift, sale] = [open(), aSale()]
  await carry(shift, here.till.sell(sale))
  const later = voidAt(here, sale, { reason: 'CHANGED_MIND' })
  await carry(later, close(shift.id, { note_100: 1 }))
  expect((await revisionsSeen(here)).at(-1)!.figures.voids).toEqual([
    {
      number: sale.number,
      teller_id: here.owner.id,
      teller: 'Efua',
      reason: 'CHANGED_MIND',
      amount: 10,
      occurred_at: expect.any(String),
    },
  ])
})

test('shows the number of the sale on the Z, whatever number a void names', async () => {
  const { open, close } = shiftsAt(here)
  const [shift, sale] = [open(), aSale()]
  const sellIt = here.till.sell(sale)
  await carry(shift, sellIt, voidAt(here, sale, { number: 'T9-000001' }), close(shift.id, { note_100: 1 }))
  expect((await revisionsSeen(here)).at(-1)!.figures.voids).toMatchObject([{ number: sale.number }])
})

test('lets nobody who sold or voided confirm it alone', async () => {
  await setTo('two_person_limit', '10')
  const { sale } = await sold()
  expect(await carry(voidAt(here, sale))).toEqual(['accepted SECOND_PERSON'])
  const [{ id }] = (await select<{ id: number }>("SELECT id FROM exceptions WHERE code = 'SECOND_PERSON'")) as [
    { id: number },
  ]
  const resolve = (token: string) =>
    here.api.send('PATCH', `/api/staff/exceptions/${id}`, {
      token,
      body: { status_code: 'RESOLVED', note: 'All is well.' },
    })
  expect(await resolve(here.owner.token)).toMatchObject({ status: 409, body: { code: 'second_person' } })
  const all = await here.api.send('POST', '/api/staff/exceptions/resolve', {
    token: here.owner.token,
    body: { ids: [id], note: 'All is well.' },
  })
  expect([all.status, await openExceptions()]).toEqual([409, ['SECOND_PERSON']])
  expect((await resolve((await aUser('MANAGER')).token)).status).toBe(200)
})

test('counts as the same person whom no grant proves', async () => {
  await setTo('two_person_limit', '10')
  const { sale } = await sold()
  const voided = voidAt(here, sale, { teller_id: here.manager.id })
  expect(await carry(voided)).toEqual(['accepted SECOND_PERSON TELLER_MISMATCH'])
})

test('counts what went back before towards the limit', async () => {
  await setTo('two_person_limit', '30')
  const from = await sold(3)
  await refund(from)
  expect(await carry(voidAt(here, from.sale))).toEqual(['accepted VOID_TWICE SECOND_PERSON'])
})

test('gives a gift card back what came from it, and names what a voided card could not take', async () => {
  for (const isVoided of [false, true]) {
    const { id, code } = await aGiftCard(50)
    const sale = aSale({ gift: 4 })
    await aHold(sale.id, code, 4)
    await carry(here.till.sell(sale))
    if (isVoided) await voidCard(id, { user_id: 7, note: 'Lost.' })
    expect(await carry(voidAt(here, sale))).toEqual([isVoided ? 'accepted VOID_RULE' : 'accepted'])
    const { left } = await booksOfSale(sale.id)
    expect(left).toEqual(isVoided ? { CASH: 0, GIFT_CARDS: 4, GIFT_CARDS_SHORT: -4 } : { CASH: 0, GIFT_CARDS: 0 })
  }
})

test.each([
  ['a reason that is not on the list', { reason: 'BORED' }],
  ['words for a sale', { sale_id: 'the last one' }],
  ['a number too long for a receipt', { number: 'T'.repeat(41) }],
  ['another shop', { shop_id: 2 }],
  ['a teller who never was', { teller_id: 4_000_000 }],
  ['an amount of its own', { amount: 1e300 }],
])('rejects %s and keeps the till going', async (_, more) => {
  const { sale } = await sold()
  expect(await carry(voidAt(here, sale, more as object), voidAt(here, sale))).toEqual(['validation', 'accepted'])
  expect(await booksOfSale(sale.id)).toMatchObject({ refunded: 10 })
})

test('books the void of the largest sale', async () => {
  const lines = [{ product_variation_id: here.jeans, quantity: 10_000, price: 999.99 }]
  const sale = aSale({ lines, total: 9_999_900 })
  await carry(here.till.sell(sale), voidAt(here, sale))
  expect([await booksOfSale(sale.id), await onHand(here.jeans)]).toMatchObject([
    { refunded: 9_999_900, left: { CASH: 0 } },
    99,
  ])
})

test('waits for ever for a sale that never was, and books nothing', async () => {
  expect(await carry(voidAt(here, { id: randomUUID(), number: 'T1-000099' }))).toEqual(['accepted ORPHAN'])
  expect([await count('refunds'), await count('transactions')]).toEqual([0, 0])
})
