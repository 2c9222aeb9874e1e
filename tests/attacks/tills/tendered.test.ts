import { expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { aUser } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { brokenRules } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const saleOver = (total: number, more: Partial<Sale>) =>
  here.saleAt(here.till, {
    lines: [{ product_variation_id: here.jeans, quantity: total / 10, price: 10 }],
    total,
    ...more,
  })
const push = async (...sales: Sale[]) =>
  inWords((await here.till.carry(sales.map(sale => here.till.sell(sale)))).said.verdicts)

const WRONG: [string, number, Partial<Sale>, number][] = [
  ['less cash than the total', 60, { tendered: 10 }, 60],
  ['a pesewa too little', 60, { tendered: 59.99 }, 60],
  ['no cash', 60, { tendered: 0 }, 60],
  ['more by card than the total', 100, { account_code: 'BANK', tendered: 120 }, 100],
  ['less by card than the total', 100, { account_code: 'BANK', tendered: 99.99 }, 100],
  ['more by mobile money', 100, { account_code: 'MTN_MOBILE_MONEY', tendered: 100.01 }, 100],
  ['cash for what a gift card was to pay as well', 60, { gift: 50, tendered: 9 }, 10],
  ['cash beside a gift card that pays all', 60, { account_code: 'GIFT_CARDS', tendered: 60 }, 0],
]

// Before: cash of 10 for 60, and 120 by card for 100, were booked without a word.
test('books a sale whose amount tendered cannot be, and says so', async () => {
  for (const [what, total, more, due] of WRONG) {
    const sale = saleOver(total, more)
    const [said] = await push(sale)
    expect([what, said?.split(' ')[0], said?.includes('TENDER_MISMATCH')]).toEqual([what, 'accepted', true])
    const [found] = await select<{ detail: string; person_id: number; tendered: number; total: number }>(
      `SELECT e.detail, e.person_id, o.tendered, o.total FROM exceptions e JOIN orders o ON o.id = e.order_id
        WHERE e.code = 'TENDER_MISMATCH' AND o.sale_id = ?`,
      [sale.id],
    )
    expect(found).toEqual({
      detail: `${formatCedis(more.tendered!)} was tendered for ${formatCedis(due)}.`,
      person_id: sale.teller_id,
      tendered: more.tendered,
      total,
    })
  }
  expect(await brokenRules()).toEqual([])
})

test('says nothing of exact amounts, of change from cash, and of what was not entered', async () => {
  const right: Partial<Sale>[] = [
    {},
    { tendered: null },
    { tendered: 60 },
    { tendered: 200 },
    { account_code: 'BANK' },
    { account_code: 'BANK', tendered: 60 },
    {
      tenders: [
        { account_code: 'CASH', amount: 20, tendered: 50 },
        { account_code: 'BANK', amount: 40 },
      ],
    },
  ]
  expect(await push(...right.map(more => saleOver(60, more)))).toEqual(right.map(() => 'accepted'))
})

test('lets nobody resolve their own, and names it on protocol 1 as well', async () => {
  await push(saleOver(60, { tendered: 10, teller_id: here.manager.id }))
  const [{ id }] = (await select<{ id: number }>("SELECT id FROM exceptions WHERE code = 'TENDER_MISMATCH'")) as [
    { id: number },
  ]
  const resolve = (token: string) =>
    here.api.send('PATCH', `/api/staff/exceptions/${id}`, { token, body: { status_code: 'RESOLVED', note: 'Fine.' } })
  expect((await resolve(here.manager.token)).body.code).toBe('second_person')
  expect((await resolve((await aUser('ADMINISTRATOR')).token)).status).toBe(200)

  const sale = aSale({ lines: [{ product_variation_id: here.jeans, quantity: 1, price: 10 }], tendered: 1 })
  const { body } = await here.api.send('POST', '/api/sync/push', { token: here.manager.token, body: aPush(sale) })
  expect(inWords(body.verdicts as never)[0]).toContain('TENDER_MISMATCH')
})
