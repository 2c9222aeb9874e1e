import { expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { booksOfSale, voidAt } from '#tests/support/till/voids.ts'
import { laterMoment } from '#tests/support/later-moment.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const [CASH, MOMO, BANK] = ['CASH', 'MTN_MOBILE_MONEY', 'BANK'] as const
const part = (account_code: string, amount: number, more: object = {}) => ({ account_code, amount, ...more })
const GOOD = [part(CASH, 4), part(MOMO, 6)]
/** A sale over 10 cedis. */
const saleIn = (tenders: unknown, more: object = {}) => here.saleAt(here.till, { tenders, ...more } as Partial<Sale>)
const push = async (...sales: Sale[]) =>
  inWords((await here.till.carry(sales.map(sale => here.till.sell(sale)))).said.verdicts)

const WRONG: [string, unknown, object?][] = [
  ['no parts', []],
  ['one part', [part(CASH, 10)]],
  ['seven parts', [4, 1, 1, 1, 1, 1, 1].map(amount => part(amount === 4 ? CASH : BANK, amount))],
  ['too little', [part(CASH, 4), part(MOMO, 5.99)]],
  ['too much', [part(CASH, 4), part(MOMO, 6.01)]],
  ['nothing in a part', [part(CASH, 10), part(MOMO, 0)]],
  ['less than nothing', [part(CASH, 14), part(MOMO, -4)]],
  ['a huge part', [part(CASH, 1e15), part(MOMO, 6)]],
  ['a third of a pesewa', [part(CASH, 3.333), part(MOMO, 6.667)]],
  ['an amount in words', [part(CASH, '4' as never), part(MOMO, 6)]],
  ['an account that is not there', [part(CASH, 4), part('NOWHERE', 6)]],
  ['an account in another case', [part(CASH, 4), part('mtn_mobile_money', 6)]],
  ['an account that is no way to pay', [part(CASH, 4), part('PAYSTACK', 6)]],
  ['a gift card as a part', [part(CASH, 4), part('GIFT_CARDS', 6)]],
  ['cash twice', [part(CASH, 4), part(CASH, 6)]],
  ['change from mobile money', [part(CASH, 4), part(MOMO, 6, { tendered: 10 })]],
  ['less handed over than the part', [part(CASH, 4, { tendered: 3 }), part(MOMO, 6)]],
  ['a member more', [part(CASH, 4, { rate: 2 }), part(MOMO, 6)]],
  ['a reference without end', [part(CASH, 4), part(MOMO, 6, { reference: 'x'.repeat(121) })]],
  ['another first account', GOOD, { account_code: MOMO }],
  ['a reference beside the parts', GOOD, { reference: 'MP1' }],
  ['cash beside the parts', GOOD, { tendered: 20 }],
  ['a gift card beside parts of the whole', GOOD, { gift: 1 }],
  ['parts in words', 'CASH 4, BANK 6'],
]

test('books nothing of a payment in parts that cannot be', async () => {
  const said: [string, string][] = []
  for (const [what, tenders, more = {}] of WRONG)
    said.push([what, ...((await push(saleIn(tenders, more))) as [string])])
  expect(said).toEqual(WRONG.map(([what]) => [what, 'validation']))
  expect([await count('orders'), await count('order_tenders'), await brokenRules()]).toEqual([0, 0, []])
})

test('lets a wrong sale hold up none beside it', async () => {
  expect(await push(saleIn(GOOD), saleIn([part(CASH, 4), part('NOWHERE', 6)]), saleIn(GOOD))).toEqual([
    'accepted',
    'validation',
    'accepted',
  ])
  expect([await count('order_tenders'), await brokenRules()]).toEqual([4, []])
})

test('books a sale in parts once, however often it comes, and refuses its id with other parts', async () => {
  const sale = saleIn(GOOD)
  const sold = here.till.sell(sale)
  for (let i = 0; i < 3; i++) expect(inWords((await here.till.carry([sold, sold])).said.verdicts)).toContain('accepted')
  for (const tenders of [[part(CASH, 5), part(MOMO, 5)], [part(CASH, 4), part(BANK, 6)], undefined])
    expect(await push({ ...sale, ...(tenders ? { tenders } : { tenders: null }) } as Sale)).not.toContain('accepted')
  expect(await push({ ...sale, tenders: [...GOOD].reverse(), account_code: MOMO })).not.toContain('accepted')
  expect([(await booksOfSale(sale.id)).left, await count('order_tenders'), await brokenRules()]).toEqual([
    { CASH: 4, [MOMO]: 6 },
    2,
    [],
  ])
})

test('names a reference that another payment, or another part, has', async () => {
  const withOne = (reference: string) => [part(CASH, 4), part(MOMO, 6, { reference })]
  const first = saleIn(withOne('MP2411 001'))
  expect(await push(first)).toEqual(['accepted'])
  expect(await push(saleIn(withOne('mp2411001')))).toEqual(['accepted REFERENCE_REUSED'])
  expect(await push(here.saleAt(here.till, { account_code: MOMO, reference: 'MP2411-001' }))).toEqual([
    'accepted REFERENCE_REUSED',
  ])
  const whole = here.saleAt(here.till, { account_code: MOMO, reference: '99887766' })
  expect(await push(whole, saleIn(withOne('9988 7766')))).toEqual(['accepted', 'accepted REFERENCE_REUSED'])
  const twice = [part(MOMO, 4, { reference: '5544332211' }), part(MOMO, 6, { reference: '5544332211' })]
  expect(await push(saleIn(twice, { account_code: MOMO }))).toEqual(['accepted REFERENCE_REUSED'])
  expect((await select<{ detail: string }>('SELECT detail FROM exceptions ORDER BY id DESC LIMIT 1'))[0]!.detail).toBe(
    '5544332211 is used for two parts of this sale.',
  )
})

test('takes the reference of a part for none once its sale was voided', async () => {
  const sale = saleIn([part(CASH, 4), part(MOMO, 6, { reference: 'MP7700' })])
  const sold = here.till.sell(sale)
  expect(inWords((await here.till.carry([sold, voidAt(here, sale)])).said.verdicts)).toEqual(['accepted', 'accepted'])
  expect(await push(saleIn([part(CASH, 4), part(MOMO, 6, { reference: 'MP7700' })]))).toEqual(['accepted'])
})

test('names a part without the reference that the shop wants, with what it paid', async () => {
  await execute("UPDATE settings SET value = 'ON', updated_at = NOW(3) WHERE name = 'momo_reference'")
  await laterMoment()
  try {
    expect(await push(saleIn(GOOD, { occurred_at: new Date().toISOString() }))).toEqual(['accepted REFERENCE_MISSING'])
  } finally {
    await execute("UPDATE settings SET value = 'OFF' WHERE name = 'momo_reference'")
  }
  expect((await select<{ detail: string }>('SELECT detail FROM exceptions'))[0]!.detail).toMatch(
    /6\.00 was paid without/,
  )
})
