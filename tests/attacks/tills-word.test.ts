import { beforeEach, expect, test } from 'vitest'
import type { Sale } from '#sync/protocol/sale.ts'
import type { SignedVerdict } from '#sync/protocol/signed.ts'
import { type Api, aUser } from '#tests/support/api.ts'
import { aSale } from '#tests/support/factories.ts'
import { jeansOnTheShelf } from '#tests/support/jeans-on-the-shelf.ts'
import { count } from '#tests/support/shop.ts'
import { SigningTill } from '#tests/support/signing-till.ts'

let api: Api
let jeans: number
let owner: Awaited<ReturnType<typeof aUser>>
let till: SigningTill
jeansOnTheShelf(99, here => { ({ api, jeans } = here) })
beforeEach(async () => {
  owner = await aUser('ADMINISTRATOR')
  till = new SigningTill(api)
  await till.enrol(owner.token)
  await till.signIn(owner.token)
})

const saleOf = (seller: SigningTill, overrides: Partial<Sale> = {}) =>
  aSale({ till_code: seller.till.code, teller_id: owner.id, lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }], ...overrides })
const words = (verdicts: readonly SignedVerdict[]) => verdicts.map(({ status, exceptions, error }) => error?.code ?? [status, ...exceptions ?? []].join(' '))

test('books what a till signs, with nobody signed in, and answers in the shape of protocol 2', async () => {
  const sale = saleOf(till, { customer_name: 'Esi' })
  const { status, said } = await till.carry([till.sell(sale)])
  expect([status, said]).toEqual([200, {
    verdicts: [{ id: sale.id, kind: 'sale.record', status: 'accepted', booking: { order_id: expect.any(Number), number: sale.number }, exceptions: [] }],
    server_time: expect.any(String), generation: expect.stringMatching(/^[0-9a-f-]{36}$/),
  }])
  expect(await count('orders', "customer_name = 'Esi'")).toBe(1)
  expect(words((await till.carry([till.sell(saleOf(till)), till.sell(saleOf(till))])).said.verdicts)).toEqual(['accepted', 'accepted'])
})
