import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { voidCard } from '#api/gift-cards/change-card.ts'
import { endTillHolds } from '#api/stored-value/till-holds.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, brokenRules, openShop } from '#tests/support/server/shop.ts'
import { aGiftCard, aHold, applyCard } from '#tests/support/shop/gift-cards.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let token: string
let jeans: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  await forgetTries()
  token = await tokenOf(7)
  jeans = await aVariation(100)
})
afterAll(() => api.stop())

const hold = (body: { sale_id: string; amount: number; code?: string; firm?: boolean }, as = token) =>
  api.send('POST', '/api/staff/till-holds', { token: as, body })
const release = (sale_id: string) => api.send('POST', '/api/staff/till-holds/release', { token, body: { sale_id } })
/** A sale of pieces at 10 cedis each. */
const aSaleOf = (pieces: number, more: Partial<Sale> = {}) =>
  aSale({ lines: [{ product_variation_id: jeans, quantity: pieces, price: 10 }], ...more })
const push = async (...sales: Sale[]) => {
  const { body } = await api.send('POST', '/api/sync/push', { token, body: aPush(...sales) })
  return (body as unknown as PushReply).verdicts.map(verdict =>
    verdict.status === 'accepted' ? verdict.exceptions : verdict.error,
  )
}
const onCard = (id: number) =>
  selectOne<{ balance: number; held: number }>('SELECT balance, held FROM stored_values WHERE id = ?', [id])
const entriesOf = async ({ id }: Sale) =>
  (
    await select<{ account_code: string; amount: number }>(
      'SELECT t.account_code, t.amount FROM transactions t JOIN orders o ON o.id = t.order_id WHERE o.sale_id = ? ORDER BY t.id',
      [id],
    )
  ).map(({ account_code, amount }) => [account_code, amount])

describe('a gift card at the till', () => {
  test('pays a whole sale, and the debt goes down by it', async () => {
    const { id, code } = await aGiftCard(50)
    const sale = aSaleOf(2, { account_code: 'GIFT_CARDS', gift: 20 })
    const held = await hold({ sale_id: sale.id, amount: 20, code, firm: true })
    expect(held.body).toMatchObject({ hold: { code_end: code.slice(-4), amount: 20, left: 30 } })
    expect([await onCard(id), await brokenRules()]).toEqual([{ balance: 50, held: 20 }, []])
    expect(await push(sale)).toEqual([[]])
    expect([await entriesOf(sale), await onCard(id), await brokenRules()]).toEqual([
      [['GIFT_CARDS', 20]],
      { balance: 30, held: 0 },
      [],
    ])
  })

  test('pays a part, and the rest goes to the other account', async () => {
    const { id, code } = await aGiftCard(25)
    const sale = aSaleOf(4, { gift: 25, tendered: 20 })
    expect((await hold({ sale_id: sale.id, amount: 40, code, firm: true })).body).toMatchObject({
      hold: { amount: 25, left: 0 },
    })
    expect(await push(sale)).toEqual([[]])
    expect([await entriesOf(sale), await onCard(id), await brokenRules()]).toEqual([
      [
        ['GIFT_CARDS', 25],
        ['CASH', 15],
      ],
      { balance: 0, held: 0 },
      [],
    ])
  })

  test('is charged once for a sale that is sent again, and not at all for its other content', async () => {
    const { id, code } = await aGiftCard(50)
    const sale = aSaleOf(2, { gift: 20 })
    await hold({ sale_id: sale.id, amount: 20, code, firm: true })
    await Promise.all([push(sale), push(sale), push(sale)])
    expect(await push(sale)).toEqual([[]])
    expect(await push({ ...sale, gift: 10 })).toEqual([expect.objectContaining({ code: 'conflict' })])
    const late = await hold({ sale_id: sale.id, amount: 20, code })
    expect([late.status, (await release(sale.id)).status, await onCard(id), await brokenRules()]).toEqual([
      409,
      200,
      { balance: 30, held: 0 },
      [],
    ])
  })

  test('holds one amount for one sale, however often its reply is lost', async () => {
    const { id, code } = await aGiftCard(50)
    const sale_id = randomUUID()
    const replies = await Promise.all([20, 20, 20, 20].map(amount => hold({ sale_id, amount, code })))
    expect([replies.map(({ status }) => status), await onCard(id)]).toEqual([
      [200, 200, 200, 200],
      { balance: 50, held: 20 },
    ])
    const at_once = randomUUID()
    await Promise.all([1, 2, 3, 4].map(() => aHold(at_once, code, 5)))
    expect(await onCard(id)).toEqual({ balance: 50, held: 25 })
    await release(at_once)
    expect((await hold({ sale_id, amount: 45 })).body).toMatchObject({ hold: { amount: 45, left: 5 } })
    const other = await aGiftCard(30)
    expect((await hold({ sale_id, amount: 45, code: other.code })).body).toMatchObject({ hold: { amount: 30 } })
    expect([await onCard(id), await onCard(other.id), await brokenRules()]).toEqual([
      { balance: 50, held: 0 },
      { balance: 30, held: 30 },
      [],
    ])
  })

  test('gives two tills and the web together no more than it has', async () => {
    const { id, code } = await aGiftCard(30)
    const sales = [aSaleOf(2, { gift: 20 }), aSaleOf(2, { gift: 20 })]
    const order = (await anOrderOf({ [jeans]: 2 })).id
    const [web, ...tills] = await Promise.allSettled([
      applyCard(order, id),
      ...sales.map(sale => hold({ sale_id: sale.id, amount: 20, code, firm: true })),
    ])
    const given = tills.map(one => (one.status === 'fulfilled' && one.value.body.hold) as false | { amount: number })
    const ofTills = given.reduce((sum, held) => sum + (held ? held.amount : 0), 0)
    const ofWeb = (await selectOne<{ gift: number }>('SELECT gift FROM orders WHERE id = ?', [order]))!.gift
    expect([ofTills + ofWeb, web!.status === 'fulfilled' || ofWeb === 0]).toEqual([30, true])
    await push(
      ...sales.flatMap((sale, i) => {
        const held = given[i]
        return held ? [{ ...sale, gift: held.amount }] : []
      }),
    )
    expect([(await onCard(id))!.balance, await brokenRules()]).toEqual([ofWeb === 20 ? 0 : ofWeb, []])
  })

  test('is free again when the till gives it back, and when the time is over', async () => {
    const { id, code } = await aGiftCard(50)
    const sale_id = randomUUID()
    await hold({ sale_id, amount: 20, code })
    await release(sale_id)
    expect(await onCard(id)).toEqual({ balance: 50, held: 0 })
    await hold({ sale_id, amount: 20, code })
    await execute("UPDATE till_holds SET ends_at = '2020-01-01'")
    expect([await endTillHolds(), await endTillHolds(), await onCard(id)]).toEqual([1, 0, { balance: 50, held: 0 }])
    const without = await hold({ sale_id, amount: 20 })
    expect([without.status, without.body.errors]).toEqual([
      422,
      { code: ['The card is no longer held. Scan it again.'] },
    ])
    expect(await brokenRules()).toEqual([])
  })

  test('pays a sale that arrives after the hold has ended, as far as the card still has it', async () => {
    const { id, code } = await aGiftCard(25)
    const [first, second] = [aSaleOf(2, { gift: 20 }), aSaleOf(2, { gift: 20 })]
    for (const { id: sale_id } of [first, second]) {
      await hold({ sale_id, amount: 20, code, firm: true })
      await execute("UPDATE till_holds SET ends_at = '2020-01-01' WHERE status_code = 'HELD'")
      await endTillHolds()
    }
    expect(await push(first, second)).toEqual([[], ['GIFT_CARD_SHORT']])
    expect([await entriesOf(second), await onCard(id), await brokenRules()]).toEqual([
      [
        ['GIFT_CARDS', 5],
        ['GIFT_CARDS_SHORT', 15],
      ],
      { balance: 0, held: 0 },
      [],
    ])
  })

  test('gets its money back at a refund', async () => {
    const { id, code } = await aGiftCard(20)
    const sale = aSaleOf(3, { gift: 20 })
    await hold({ sale_id: sale.id, amount: 30, code, firm: true })
    await push(sale)
    const order = (await selectOne<{ id: number }>('SELECT id FROM orders WHERE sale_id = ?', [sale.id]))!
    const item = (await selectOne<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [order.id]))!
    const manager = (await aUser('MANAGER')).token
    const asked = await api.send('POST', '/api/staff/refunds', {
      token: manager,
      body: { order_id: order.id, action: 'REFUND', reason: 'OTHER', items: [{ order_item_id: item.id, quantity: 3 }] },
    })
    const path = `/api/staff/refunds/${(asked.body as unknown as { refund: { id: number } }).refund.id}`
    await api.send('PATCH', path, { token: manager, body: { status_code: 'APPROVED' } })
    expect((await api.send('POST', `${path}/money`, { token: manager, body: {} })).status).toBe(200)
    const accounts = await select(
      "SELECT code, balance FROM accounts WHERE code IN ('CASH', 'GIFT_CARDS') ORDER BY code",
    )
    expect([await onCard(id), accounts, await brokenRules()]).toEqual([
      { balance: 20, held: 0 },
      [
        { code: 'CASH', balance: 20 },
        { code: 'GIFT_CARDS', balance: -20 },
      ],
      [],
    ])
  })
})

describe('a cashier who cheats', () => {
  test('takes nothing from a card that was not held: the sale is booked, and named', async () => {
    const { id, code } = await aGiftCard(50)
    const [invented, open, freed] = [
      aSaleOf(1, { account_code: 'GIFT_CARDS' }),
      aSaleOf(1, { gift: 10 }),
      aSaleOf(1, { gift: 10 }),
    ]
    await hold({ sale_id: open.id, amount: 10, code })
    await execute("UPDATE till_holds SET ends_at = '2020-01-01'")
    await endTillHolds()
    await hold({ sale_id: freed.id, amount: 10, code, firm: true })
    await release(freed.id)
    expect(await push(invented, open, freed)).toEqual([['GIFT_CARD_SHORT'], ['GIFT_CARD_SHORT'], ['GIFT_CARD_SHORT']])
    expect([await entriesOf(invented), await onCard(id), await brokenRules()]).toEqual([
      [['GIFT_CARDS_SHORT', 10]],
      { balance: 50, held: 0 },
      [],
    ])
  })

  test('takes no more than was held, and what is over is free again', async () => {
    const { id, code } = await aGiftCard(50)
    const [more, less] = [aSaleOf(3, { gift: 30 }), aSaleOf(3, { gift: 5 })]
    await hold({ sale_id: more.id, amount: 20, code, firm: true })
    await hold({ sale_id: less.id, amount: 30, code, firm: true })
    expect(await push(more, less)).toEqual([['GIFT_CARD_SHORT'], []])
    expect([await onCard(id), await brokenRules()]).toEqual([{ balance: 25, held: 0 }, []])
  })

  test('lets no card pay more than the total', async () => {
    const sale = aSaleOf(1, { gift: 10.01 })
    expect(await push(sale)).toEqual([expect.objectContaining({ errors: { gift: [expect.any(String)] } })])
    expect(await push(aSaleOf(1, { gift: -1 }))).toEqual([expect.objectContaining({ code: 'validation' })])
    for (const amount of [0, -1, 10_000_000.01, 1e300, 0.001])
      expect((await hold({ sale_id: randomUUID(), amount, code: 'x' })).status).toBe(422)
    expect(await brokenRules()).toEqual([])
  })

  test('ends no card that a till holds', async () => {
    const { id, code } = await aGiftCard(50)
    const sale_id = randomUUID()
    await hold({ sale_id, amount: 50, code })
    await expect(voidCard(id, { note: 'Stolen', user_id: 7 })).rejects.toMatchObject({ status: 409 })
    await release(sale_id)
    await voidCard(id, { note: 'Stolen', user_id: 7 })
    expect((await hold({ sale_id, amount: 10, code })).body.errors).toEqual({ code: ['This card is no longer valid.'] })
    expect(await brokenRules()).toEqual([])
  })

  test('sees a hold freed by a manager, with a reason on record, and the freed amount is not paid twice', async () => {
    const { id, code } = await aGiftCard(50)
    const [other, sale] = [await aGiftCard(50), aSaleOf(2, { gift: 20 })]
    await hold({ sale_id: sale.id, amount: 20, code, firm: true })
    const manager = (await aUser('MANAGER')).token
    const path = `/api/staff/gift-cards/${id}`
    const card = await api.send('GET', path, { token: manager })
    expect(card.body).toMatchObject({ holds: [{ sale_id: sale.id, amount: 20, firm: true }] })
    const free = (at: string, body: object) => api.send('POST', `${at}/free`, { token: manager, body })
    const body = { sale_id: sale.id, note: 'The tablet is broken' }
    const wrong = [
      await free(`/api/staff/gift-cards/${other.id}`, body),
      await free(path, { ...body, sale_id: randomUUID() }),
      await free(path, { sale_id: sale.id }),
    ]
    expect(wrong.map(({ status }) => status)).toEqual([404, 404, 422])
    expect(await onCard(id)).toEqual({ balance: 50, held: 20 })
    const freed = await Promise.all([free(path, body), free(path, body)])
    expect(freed.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(await onCard(id)).toEqual({ balance: 50, held: 0 })
    expect(await select("SELECT subject_id, became FROM staff_changes WHERE action = 'free'")).toEqual([
      { subject_id: id, became: expect.stringContaining('The tablet is broken') },
    ])
    const web = (await anOrderOf({ [jeans]: 4 })).id
    await applyCard(web, id)
    expect(await push(sale)).toEqual([['GIFT_CARD_SHORT']])
    expect([await onCard(id), await brokenRules()]).toEqual([{ balance: 0, held: 0 }, []])
  })

  test('gets five tries a minute, and look-alike letters find nothing', async () => {
    const { code } = await aGiftCard(50)
    const bare = code.replaceAll('-', '')
    // Cyrillic А and a full-width letter look the same and are not the same.
    for (const typed of [`А${bare.slice(1)}`, `Ａ${bare.slice(1)}`, `${bare}\u200b`, '0000-0000-0000-0000', '%'])
      expect((await hold({ sale_id: randomUUID(), amount: 1, code: typed })).status).toBe(422)
    expect((await hold({ sale_id: randomUUID(), amount: 1, code })).status).toBe(429)
    const other = (await aUser('MANAGER')).token
    expect((await hold({ sale_id: randomUUID(), amount: 1, code }, other)).status).toBe(200)
  })
})
