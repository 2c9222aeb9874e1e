import { expect, test } from 'vitest'
import { select, selectOne } from '#api/db/database.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import type { TenderPart } from '#sync/protocol/tender/parts.ts'
import { brokenRules, onHand } from '#tests/support/server/shop.ts'
import { refundDesk } from '#tests/support/shop/refund-desk.ts'
import { revisionsSeen, shiftsAt } from '#tests/support/till/shift-day.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { booksOfSale, openExceptions, voidAt } from '#tests/support/till/voids.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const MOMO = 'MTN_MOBILE_MONEY'
const PARTS: TenderPart[] = [
  { account_code: 'CASH', amount: 12, tendered: 20 },
  { account_code: MOMO, amount: 18, reference: 'MP2411001' },
]
const lines = () => [{ product_variation_id: here.jeans, quantity: 3, price: 10 }]
/** Three pieces for 30 cedis. */
const aSplitSale = (tenders: TenderPart[] = PARTS, more: Partial<Sale> = {}) =>
  here.saleAt(here.till, { account_code: tenders[0]!.account_code, lines: lines(), total: 30, tenders, ...more })
const carry = async (...mutations: object[]) => inWords((await here.till.carry(mutations)).said.verdicts)
const sell = (sale: Sale) => carry(here.till.sell(sale))
const ask = async (path: string) =>
  (await here.api.send('GET', `/api/staff/${path}`, { token: here.manager.token })).body as unknown as never

test('books one entry a part, and shows the parts on the order', async () => {
  const sale = aSplitSale()
  expect(await sell(sale)).toEqual(['accepted'])
  const { id, left } = await booksOfSale(sale.id)
  expect(left).toEqual({ CASH: 12, [MOMO]: 18 })
  const { order } = (await ask(`orders/${id}`)) as { order: object }
  expect(order).toMatchObject({ account_code: 'CASH', tendered: null, reference: null, total: 30 })
  expect((order as { tenders: object }).tenders).toEqual([
    { account_code: 'CASH', amount: 12, tendered: 20, reference: null },
    { account_code: MOMO, amount: 18, tendered: null, reference: 'MP2411001' },
  ])
  expect([await openExceptions(), await brokenRules()]).toEqual([[], []])
})

test('leaves an order that was paid in one way as it was', async () => {
  const sale = here.saleAt(here.till, { tendered: 20 })
  await sell(sale)
  const { id } = await booksOfSale(sale.id)
  const { order } = (await ask(`orders/${id}`)) as { order: object }
  expect('tenders' in order).toBe(false)
  expect(await select('SELECT id FROM order_tenders')).toEqual([])
})

test('counts each part in the Z of its account, and takes each back with a void', async () => {
  const { open, close } = shiftsAt(here)
  const [shift, kept, voided] = [open(), aSplitSale(), aSplitSale([...PARTS].reverse().map(withoutReference))]
  const sold = [here.till.sell(kept), here.till.sell(voided)]
  expect(
    await carry(shift, ...sold, voidAt(here, voided), close(shift.id, { note_100: 1, note_10: 1, note_2: 1 })),
  ).toEqual(Array(5).fill('accepted'))
  expect((await revisionsSeen(here)).map(({ figures }) => figures)).toMatchObject([
    {
      sales: 2,
      total: 60,
      tenders: [
        { account_code: 'CASH', sales: 24, voided: 12, expected: 112, counted: 112, difference: 0 },
        { account_code: MOMO, sales: 36, voided: 18, expected: 18 },
      ],
    },
  ])
  expect([await booksOfSale(voided.id), await onHand(here.jeans), await brokenRules()]).toMatchObject([
    { refunded: 30, left: { CASH: 0, [MOMO]: 0 } },
    96,
    [],
  ])
})

const withoutReference = ({ reference: _, ...part }: TenderPart): TenderPart => part

test('gives a return back to the parts in their order, and a void the rest', async () => {
  const sale = aSplitSale()
  await sell(sale)
  const { id } = await booksOfSale(sale.id)
  const { order } = (await ask(`orders/${id}`)) as { order: { id: number; items: { id: number }[] } }
  const desk = refundDesk(here.api, here.owner.token)
  const asked = await desk.ask(order, 2)
  await desk.approve(asked.refund.id)
  expect((await desk.read(asked.refund.id)).refund.order.tenders).toEqual([
    { account_code: 'CASH', amount: 12 },
    { account_code: MOMO, amount: 18 },
  ])
  const paid = await desk.pay(asked.refund.id)
  expect([paid.status, paid.refund.account_code]).toEqual([200, null])
  expect((await booksOfSale(sale.id)).left).toEqual({ CASH: 0, [MOMO]: 10 })
  await desk.receive(asked.refund.id, [{ id: asked.refund.lines[0]!.refund_item_id }])
  expect(await carry(voidAt(here, sale))).toEqual(['accepted VOID_TWICE'])
  expect([(await booksOfSale(sale.id)).left, await brokenRules()]).toEqual([{ CASH: 0, [MOMO]: 0 }, []])
})

test('pays a return from the account that staff choose', async () => {
  const sale = aSplitSale()
  await sell(sale)
  const { id } = await booksOfSale(sale.id)
  const { order } = (await ask(`orders/${id}`)) as { order: { id: number; items: { id: number }[] } }
  const desk = refundDesk(here.api, here.owner.token)
  const asked = await desk.ask(order, 2)
  await desk.approve(asked.refund.id)
  expect((await desk.pay(asked.refund.id, MOMO)).refund.account_code).toBe(MOMO)
  expect([(await booksOfSale(sale.id)).left, await brokenRules()]).toEqual([{ CASH: 12, [MOMO]: -2 }, []])
})

test('adds each part to its account on the desk, and finds the order by either', async () => {
  await sell(aSplitSale())
  await sell(here.saleAt(here.till))
  const { dashboard: figures } = (await ask('dashboard?period=today')) as {
    dashboard: { accounts: { account_code: string; orders: number; received: number }[] }
  }
  expect(figures.accounts.map(({ account_code, orders, received }) => [account_code, orders, received])).toEqual([
    ['CASH', 2, 22],
    [MOMO, 0, 18],
  ])
  const found = async (account: string) =>
    ((await ask(`orders?account_code=${account}`)) as { orders: { data: object[] } }).orders.data.length
  expect([await found('CASH'), await found(MOMO), await found('BANK')]).toEqual([2, 1, 0])
})

test('pays the rest of a gift card in parts', async () => {
  const sale = aSplitSale(
    [
      { account_code: 'CASH', amount: 5 },
      { account_code: 'BANK', amount: 15 },
    ],
    { gift: 10 },
  )
  expect(await sell(sale)).toEqual(['accepted GIFT_CARD_SHORT'])
  expect((await booksOfSale(sale.id)).left).toEqual({ BANK: 15, CASH: 5, GIFT_CARDS_SHORT: 10 })
  expect(await carry(voidAt(here, sale))).toEqual(['accepted'])
  expect([(await booksOfSale(sale.id)).left, await brokenRules()]).toEqual([
    { BANK: 0, CASH: 0, GIFT_CARDS_SHORT: 0 },
    [],
  ])
})

test('keeps no number of a bank card in the reference of a part', async () => {
  await sell(
    aSplitSale([
      { account_code: 'CASH', amount: 12 },
      { account_code: 'BANK', amount: 18, reference: '4111 1111 1111 1111' },
    ]),
  )
  expect(await selectOne('SELECT reference FROM order_tenders WHERE place = 2')).toEqual({ reference: '•••• 1111' })
})
