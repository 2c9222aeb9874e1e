import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { execute, inTransaction, select } from '#api/db/database.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { aVariation } from '#tests/support/server/shop.ts'
import { somebodyWaits } from '#tests/support/database/lock-waits.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import type { SigningTill } from '#tests/support/till/signing-till.ts'
import { voidAt } from '#tests/support/till/voids.ts'
import { laterMoment } from '#tests/support/later-moment.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})
const outside = AsyncLocalStorage.snapshot()

const MOMO = 'MTN_MOBILE_MONEY'
const saleBy = (reference: string | null, more: Partial<Sale> = {}, till = here.till) =>
  here.saleAt(till, { account_code: MOMO, reference, ...more })

/** Rings sales up and sends them in one push. */
const push = async (sales: Sale[], till: SigningTill = here.till) =>
  inWords((await till.carry(sales.map(sale => till.sell(sale)))).said.verdicts)

const details = async () =>
  (await select<{ detail: string }>("SELECT detail FROM exceptions WHERE code = 'REFERENCE_REUSED' ORDER BY id")).map(
    ({ detail }) => detail,
  )

// Before: one message of a payment, shown at two counters, paid for both sales.
test('names the second sale of a payment, at another till and however it is spelled', async () => {
  const [other, first] = [await here.anotherTill(), saleBy('MP2411 0012345')]
  expect(await push([first])).toEqual(['accepted'])
  const spelled = ['mp24110012345', ' MP-2411.0012345 ', 'ＭＰ２４１１００１２３４５', 'MP2411\u200b0012345']
  expect(
    await push(
      spelled.map(reference => saleBy(reference, {}, other)),
      other,
    ),
  ).toEqual(spelled.map(() => 'accepted REFERENCE_REUSED'))
  expect((await details())[0]).toBe(`mp24110012345 is also used on ${first.number}.`)
})

test('names only the second of one push', async () => {
  expect(await push([saleBy('778899001'), saleBy('778899001'), saleBy('778899002')])).toEqual([
    'accepted',
    'accepted REFERENCE_REUSED',
    'accepted',
  ])
})

test('takes no missing reference, card slip or sale that was voided for a second one', async () => {
  const voided = saleBy('55443322')
  expect(await push([saleBy(null), saleBy(''), saleBy(' - '), saleBy('—')])).toEqual(Array(4).fill('accepted'))
  expect(await push([1, 2].map(() => saleBy('000123', { account_code: 'BANK' })))).toEqual(['accepted', 'accepted'])
  expect(await push([voided])).toEqual(['accepted'])
  const { said } = await here.till.carry([voidAt(here, voided)])
  expect(inWords(said.verdicts)).toEqual(['accepted'])
  expect(await push([saleBy('55443322')])).toEqual(['accepted'])
  // The one after it is a second one again.
  expect(await push([saleBy('55443322')])).toEqual(['accepted REFERENCE_REUSED'])
})

test('says the same of a sale that comes again', async () => {
  expect(await push([saleBy('20241124')])).toEqual(['accepted'])
  const again = here.till.sell(saleBy('20241124'))
  for (let i = 0; i < 2; i++)
    expect(inWords((await here.till.carry([again])).said.verdicts)).toEqual(['accepted REFERENCE_REUSED'])
  expect(await details()).toHaveLength(1)
})

test('waits for a sale with the same reference that is being booked', async () => {
  const [dress, other] = [await aVariation(5), await here.anotherTill()]
  const lines = [{ product_variation_id: dress, quantity: 1, price: 10 }]
  const { pushed } = await inTransaction(async () => {
    await select('SELECT id FROM accounts WHERE code = ? FOR UPDATE', [MOMO])
    const first = outside(() => push([saleBy('9988776655')]))
    await somebodyWaits()
    const second = outside(() => push([saleBy('9988776655', { lines }, other)], other))
    await somebodyWaits(2)
    return { pushed: [first, second] }
  })
  expect(await Promise.all(pushed)).toEqual([['accepted'], [expect.stringContaining('REFERENCE_REUSED')]])
})

test('names a reference that another network’s sale has, and one of a way of paying that was added', async () => {
  await execute("UPDATE accounts SET kind = 'MOBILE_MONEY' WHERE code = 'BANK'")
  const sales = [MOMO, 'TELECEL_CASH', 'AT_MONEY', 'BANK'].map(account_code => saleBy('0770770770', { account_code }))
  try {
    expect(await push(sales)).toEqual(['accepted', ...Array<string>(3).fill('accepted REFERENCE_REUSED')])
  } finally {
    await execute("UPDATE accounts SET kind = 'CARD' WHERE code = 'BANK'")
  }
})

// Before: only the till asked, so that a till that was tampered with, or forgot, sold without one.
test('names a sale without the reference that the shop wants, once its till could know that it does', async () => {
  const now = () => new Date().toISOString()
  const before = saleBy(null, { occurred_at: new Date(Date.now() - 60_000).toISOString() })
  await execute("UPDATE settings SET value = 'ON', updated_at = NOW(3) WHERE name = 'momo_reference'")
  await execute("UPDATE accounts SET asks_reference = 'MUST', updated_at = NOW(3) WHERE code = 'BANK'")
  await laterMoment()
  const after = [
    saleBy(null, { occurred_at: now() }),
    saleBy(' ', { occurred_at: now() }),
    saleBy('241124001', { occurred_at: now() }),
    saleBy(null, { account_code: 'BANK', occurred_at: now() }),
    saleBy(null, { account_code: 'CASH', occurred_at: now() }),
  ]
  try {
    expect(await push([before, ...after])).toEqual([
      'accepted',
      'accepted REFERENCE_MISSING',
      'accepted REFERENCE_MISSING',
      'accepted',
      'accepted REFERENCE_MISSING',
      'accepted',
    ])
  } finally {
    await execute("UPDATE settings SET value = 'OFF' WHERE name = 'momo_reference'")
    await execute("UPDATE accounts SET asks_reference = 'MAY' WHERE code = 'BANK'")
  }
})
