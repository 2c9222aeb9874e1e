import { afterEach, describe, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { brokenRules, count, onHand } from '#tests/support/server/shop.ts'
import { revisionsSeen, shiftsAt } from '#tests/support/till/shift-day.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { booksOfSale, openExceptions, setTo, voidAt } from '#tests/support/till/voids.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})
afterEach(() => setTo('two_person_limit', ''))

const aSale = (more = {}) => here.saleAt(here.till, more)
const carry = async (...mutations: object[]) => inWords((await here.till.carry(mutations)).said.verdicts)

test.each(['together', 'one after the other', 'the void before the sale'])(
  'books a void once when they arrive %s',
  async how => {
    const sale = aSale({ account_code: 'MTN_MOBILE_MONEY' })
    const [sold, voided] = [here.till.sell(sale), voidAt(here, sale)]
    const said =
      how === 'together'
        ? await carry(sold, voided)
        : how === 'one after the other'
          ? [...(await carry(sold)), ...(await carry(voided))]
          : [...(await carry(voided)), ...(await carry(sold))]
    expect(said).toEqual(
      how === 'the void before the sale' ? ['accepted ORPHAN', 'accepted'] : ['accepted', 'accepted'],
    )
    await carry(sold, voided, voided)
    expect(await booksOfSale(sale.id)).toMatchObject({
      status_code: 'COMPLETED',
      total: 10,
      refunded: 10,
      left: { MTN_MOBILE_MONEY: 0 },
    })
    expect([await onHand(here.jeans), await count('refunds'), await openExceptions(), await brokenRules()]).toEqual([
      99,
      1,
      [],
      [],
    ])
  },
)

test('shows the void on the order, in its return and in the verdict', async () => {
  const sale = aSale()
  const { said } = await here.till.carry([here.till.sell(sale), voidAt(here, sale, { reason: 'WRONG_TENDER' })])
  const { id } = await booksOfSale(sale.id)
  expect(said.verdicts[1]).toMatchObject({ kind: 'sale.void', booking: { order_id: id, number: sale.number } })
  const { body } = await here.api.send('GET', `/api/staff/orders/${id}`, { token: here.manager.token })
  expect(body.order).toMatchObject({ status_code: 'COMPLETED', voided_at: expect.any(String) })
  expect((body.order as unknown as { events: object[] }).events).toMatchObject([
    { code: 'VOIDED', detail: 'Wrong payment method', by: 'Efua' },
  ])
  const refunds = await here.api.send('GET', `/api/staff/refunds?order_id=${id}`, { token: here.manager.token })
  expect(refunds.body.refunds).toMatchObject({
    data: [
      {
        status_code: 'COMPLETED',
        amount: 10,
        money_status: 'DONE',
        goods_status: 'BACK',
        note: 'Void: Wrong payment method',
      },
    ],
  })
})

test('names a void on the Z, which expects less cash by it', async () => {
  const { open, close } = shiftsAt(here)
  const [shift, sale] = [open(), aSale()]
  const sold = here.till.sell(sale)
  await carry(shift, sold, voidAt(here, sale), close(shift.id, { note_100: 1 }))
  expect((await revisionsSeen(here)).map(({ figures }) => figures)).toMatchObject([
    {
      sales: 1,
      total: 10,
      voids: [{ number: sale.number, teller_id: here.owner.id, reason: 'WRONG_ITEM', amount: 10 }],
      tenders: [{ account_code: 'CASH', sales: 10, voided: 10, expected: 100, counted: 100, difference: 0 }],
    },
  ])
  expect([await openExceptions(), await brokenRules()]).toEqual([[], []])
})

test('writes the next revision of a Z when the voided sale arrives after it', async () => {
  const { open, close } = shiftsAt(here)
  const [shift, sale] = [open(), aSale()]
  const sold = here.till.sell(sale)
  await carry(shift, voidAt(here, sale), close(shift.id, { note_100: 1 }))
  expect((await revisionsSeen(here)).at(-1)!.figures).toMatchObject({ sales: 0, missing: 1 })
  await carry(sold)
  const revisions = await revisionsSeen(here)
  expect([revisions.length, revisions.at(-1)!.figures]).toMatchObject([2, { sales: 1, voids: [{ amount: 10 }] }])
  expect([await openExceptions(), await brokenRules()]).toEqual([[], []])
})

test('gives back to every account what it took, to the pesewa, with a discount', async () => {
  const sale = aSale({
    lines: [
      { product_variation_id: here.jeans, quantity: 3, price: 9.99 },
      { product_variation_id: here.jeans, quantity: 1, price: 0.01 },
    ],
    discount: 0.07,
    total: 29.91,
  })
  expect(await carry(here.till.sell(sale), voidAt(here, sale))).toEqual(['accepted PRICE_DRIFT', 'accepted'])
  expect([await booksOfSale(sale.id), await onHand(here.jeans), await brokenRules()]).toMatchObject([
    { refunded: 29.91, left: { CASH: 0 } },
    99,
    [],
  ])
})

test('gives back goods alone when nothing was paid', async () => {
  const sale = aSale({ discount: 10, total: 0 })
  await carry(here.till.sell(sale), voidAt(here, sale))
  expect([await onHand(here.jeans), await count('refunds', "money_status = 'NONE'"), await brokenRules()]).toEqual([
    99,
    1,
    [],
  ])
})

describe('rules of the shop', () => {
  const broken = () => select<{ detail: string }>("SELECT detail FROM exceptions WHERE code = 'VOID_RULE'")

  test('names a void of a sale that was not the last', async () => {
    const [first, second] = [aSale(), aSale()]
    const sold = [here.till.sell(first), here.till.sell(second)]
    expect(await carry(...sold, voidAt(here, first))).toEqual(['accepted', 'accepted', 'accepted VOID_RULE'])
    expect([await broken(), await booksOfSale(first.id)]).toMatchObject([
      [{ detail: expect.stringContaining('It was not the last sale.') }],
      { refunded: 10 },
    ])
  })

  test('names a void after the shift has ended', async () => {
    const { open, close } = shiftsAt(here)
    const [shift, sale] = [open(), aSale()]
    const sold = here.till.sell(sale)
    const end = close(shift.id, { note_100: 1, note_10: 1 })
    expect((await carry(shift, sold, end, voidAt(here, sale))).at(-1)).toBe('accepted VOID_RULE')
    expect([await broken(), await brokenRules()]).toMatchObject([
      [{ detail: expect.stringContaining('Its shift was already closed.') }],
      [],
    ])
  })

  test('names a void on another day when the till keeps no shifts', async () => {
    const occurred_at = new Date(Date.now() - 30 * 3_600_000).toISOString()
    const sale = aSale({ occurred_at })
    expect(await carry(here.till.sell(sale), voidAt(here, sale))).toContain('accepted VOID_RULE')
    expect(await broken()).toMatchObject([{ detail: expect.stringContaining('It was a sale from another day.') }])
  })

  test('names a void by a manager when managers may not void', async () => {
    await setTo('void_manager', 'OFF')
    try {
      await here.till.signIn(here.manager.token)
      const sale = aSale({ teller_id: here.manager.id })
      const voided = voidAt(here, sale, { teller_id: here.manager.id })
      const sold = here.till.sell(sale)
      expect(await carry(sold, voided)).toEqual(['accepted', 'accepted VOID_RULE'])
    } finally {
      await setTo('void_manager', 'ON')
    }
  })

  test.each([
    ['the same person', 'SECOND_PERSON', 10],
    ['the same person below the limit', '', 10.01],
  ])('asks for a second person when %s voids', async (_, code, limit) => {
    await setTo('two_person_limit', String(limit))
    const sale = aSale()
    const words = await carry(here.till.sell(sale), voidAt(here, sale))
    expect(words[1]).toBe(['accepted', code].filter(Boolean).join(' '))
  })

  test('asks for nobody when somebody else voids', async () => {
    await setTo('two_person_limit', '10')
    const sale = aSale()
    const sold = here.till.sell(sale)
    await here.till.signIn(here.manager.token)
    expect(await carry(sold, voidAt(here, sale, { teller_id: here.manager.id }))).toEqual(['accepted', 'accepted'])
  })
})
