import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { invalid } from '#api/errors.ts'
import type * as TillSale from '#api/sales/till-sale.ts'
import { selectOne } from '#api/db/database.ts'
import type { PushReply, Verdict } from '#sync/protocol/mutation.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { aMutation, aPush } from '#tests/support/server/factories.ts'
import { count, onHand } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

/** The rule of a build that rejects a sale with this reference; the next build has mended it. */
const rules = vi.hoisted(() => ({ refused: null as string | null }))
vi.mock('#api/sales/till-sale.ts', async original => {
  const real = await original<typeof TillSale>()
  const readSale: typeof real.readSale = payload => {
    if (rules.refused !== null && (payload as Partial<Sale>).reference === rules.refused)
      throw invalid({ reference: ['This build cannot read this reference.'] })
    return real.readSale(payload)
  }
  return { ...real, readSale }
})

let here: SignedShop
signedShop(shop => {
  here = shop
})
beforeEach(() => {
  rules.refused = 'MM-1'
})

const push = async (sale: object) =>
  (
    (await here.api.send('POST', '/api/sync/push', { token: here.owner.token, body: aPush(sale as Sale) }))
      .body as unknown as PushReply
  ).verdicts[0]!
const code = (verdict: Verdict) => (verdict.status === 'rejected' ? verdict.error.code : verdict.status)
const aSale = () => here.saleAt(here.till, { till_code: 'T9', reference: 'MM-1', customer_name: 'Esi' })
const rejections = () => count('exceptions', "code = 'SALE_REJECTED' AND status_code = 'OPEN'")

/** Other content under the same id, one fact at a time. */
const OTHER: [string, (sale: Sale) => object][] = [
  ['another total', sale => ({ ...sale, lines: [{ ...sale.lines[0], price: 11 }], total: 11 })],
  ['another quantity', sale => ({ ...sale, lines: [{ ...sale.lines[0], quantity: 2 }], total: 20 })],
  ['another reference', sale => ({ ...sale, reference: 'MM-2' })],
  ['no reference', ({ reference, ...sale }) => sale],
  ['another cashier', sale => ({ ...sale, teller_id: here.manager.id })],
  ['another account', sale => ({ ...sale, account_code: 'BANK' })],
  ['another number', sale => ({ ...sale, number: `${sale.number}1` })],
  ['another time', sale => ({ ...sale, occurred_at: new Date(0).toISOString() })],
  ['a member more', sale => ({ ...sale, role: 'OWNER' })],
]

/** Sold while the rule refuses it; returned once the rule is mended. */
async function refusedSale(): Promise<{ sale: Sale; first: Verdict }> {
  const sale = aSale()
  const first = await push(sale)
  expect([code(first), await rejections()]).toEqual(['validation', 1])
  rules.refused = null
  return { sale, first }
}

test('knows a rejected sale again when the rule that rejected it was mended', async () => {
  const { sale, first } = await refusedSale()
  expect(await push(sale)).toEqual(first)
  expect([await rejections(), await count('sync_quarantine'), await count('orders')]).toEqual([1, 1, 0])
})

test('tells the till that its sale is booked when staff book it after the rule was mended', async () => {
  const { sale } = await refusedSale()
  const { id } = (await selectOne<{ id: number }>("SELECT id FROM exceptions WHERE code = 'SALE_REJECTED'"))!
  expect((await here.api.send('POST', `/api/staff/exceptions/${id}/apply`, { token: here.owner.token })).status).toBe(
    200,
  )
  expect(await push(sale)).toMatchObject({ id: sale.id, status: 'accepted', number: sale.number })
  expect([await count('orders'), await rejections(), await onHand(here.jeans)]).toEqual([1, 0, 98])
})

test('knows a rejected signed sale again when the rule that rejected it was mended', async () => {
  const signed = here.till.sell(aSale())
  const [first] = (await here.till.carry([signed])).said.verdicts
  expect(inWords([first!])).toEqual(['validation'])
  rules.refused = null
  expect((await here.till.carry([signed])).said.verdicts).toEqual([first])
  const other = here.till.sell({ ...aSale(), id: signed.id })
  expect(inWords((await here.till.carry([other])).said.verdicts)).toEqual(['conflict'])
  expect(await count('orders')).toBe(0)
})

test.each(OTHER)('rejects %s under the id of a rejected sale when the rule was mended', async (_, change) => {
  const { sale, first } = await refusedSale()
  expect(code(await push(change(sale)))).toBe('conflict')
  expect([await count('orders'), await push(sale)]).toEqual([0, first])
})

test('rejects the content of a rejected sale under another id of the mutation', async () => {
  const { sale } = await refusedSale()
  const body = { ...aPush(), mutations: [aMutation(sale, { id: randomUUID() })] }
  const { verdicts } = (await here.api.send('POST', '/api/sync/push', { token: here.owner.token, body }))
    .body as unknown as PushReply
  expect([verdicts.map(code), await count('orders')]).toEqual([['validation'], 0])
})
