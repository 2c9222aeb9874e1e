import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction, select, selectOne } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { adjustCard, voidCard } from '#api/gift-cards/change-card.ts'
import { takeCardOff } from '#api/gift-cards/spend-card.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { cancelOrder, payOrder, retakeOrder } from '#api/orders/settle-order.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { approveRefund } from '#api/refunds/decide-refund.ts'
import { payRefund } from '#api/refunds/pay-refund.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { aGiftCard, applyCard } from '#tests/support/shop/gift-cards.ts'
import { aVariation, brokenRules, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

const STAFF = 7
let goods: number
beforeEach(async () => {
  await openShop()
  goods = await aVariation(1000)
})

const nth = fc.nat({ max: 3 })
const event = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), pesewas: fc.integer({ min: 2000, max: 6000 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('order' as const), pieces: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('spend' as const), nth, card: nth, twice: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constantFrom('pay', 'expire', 'pay late', 'cancel', 'take off', 'refund'), nth }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      card: nth,
      pesewas: fc.integer({ min: -3000, max: 3000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), card: nth }) },
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

/** What the shop refuses is no fault. */
const unlessRefused = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })

async function happen(what: Event, cards: number[], orders: number[]): Promise<void> {
  const card = 'card' in what ? cards[what.card % cards.length] : undefined
  const id = 'nth' in what ? orders[what.nth % orders.length] : undefined
  switch (what.kind) {
    case 'sell':
      cards.push((await aGiftCard(what.pesewas / 100)).id)
      return
    case 'order':
      orders.push((await anOrderOf({ [goods]: what.pieces }, { phone: `+2332440${10_000 + orders.length}` })).id)
      return
    case 'spend':
      if (id && card) await Promise.all((what.twice ? [1, 2] : [1]).map(() => unlessRefused(applyCard(id, card))))
      return
    case 'adjust':
      if (card) await unlessRefused(adjustCard(card, { amount: what.pesewas / 100, note: 'x', user_id: STAFF }))
      return
    case 'void':
      if (card) await unlessRefused(voidCard(card, { note: 'x', user_id: STAFF }))
      return
    default:
      if (id) await unlessRefused(withOrder(what.kind, id))
  }
}

async function withOrder(kind: string, id: number): Promise<void> {
  if (kind === 'take off') return inTransaction(() => takeCardOff(id))
  if (kind === 'refund') return refund(id)
  return inTransaction(async () => {
    const order = await lockOrder(id)
    if (kind === 'pay') return payOrder(order, { account_code: 'BANK', user_id: STAFF })
    if (kind === 'expire') return cancelOrder(order, { by: 'EXPIRY', reason: null, user_id: null })
    if (kind === 'cancel') return cancelOrder(order, { by: 'PERSON', reason: 'x', user_id: STAFF })
    if (await retakeOrder(order)) await payOrder(await lockOrder(id), { account_code: 'BANK', user_id: null })
  })
}

async function refund(order_id: number): Promise<void> {
  const item = (await selectOne<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [order_id]))!
  const { id } = await requestRefund(
    { order_id, action: 'REFUND', reason: 'OTHER', items: [{ order_item_id: item.id, quantity: 1 }] },
    STAFF,
    'STAFF',
  )
  await approveRefund(id, { user_id: STAFF })
  await payRefund(id, { account_code: 'CASH', user_id: STAFF, queueRefund })
}

test('keeps the books right whatever happens to cards and orders', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 12, maxLength: 30 }), async history => {
      const [cards, orders] = [[(await aGiftCard(25)).id], [(await anOrderOf({ [goods]: 3 })).id]]
      for (const what of history) await happen(what, cards, orders)
      expect(await brokenRules()).toEqual([])
    }),
    { numRuns: 12 },
  )
  const owed = await selectOne<{ owed: number }>('SELECT SUM(balance) AS owed FROM stored_values')
  const account = await selectOne<{ balance: number }>("SELECT balance FROM accounts WHERE code = 'GIFT_CARDS'")
  expect(account!.balance).toBe(-owed!.owed)
})

test('gives no more than a card has to two processes that spend it at once', async () => {
  const { id } = await aGiftCard(55)
  const orders: number[] = []
  for (let n = 0; n < 16; n++) orders.push((await anOrderOf({ [goods]: 1 }, { phone: `+2332441${10_000 + n}` })).id)
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/shop/spend-cards.ts'], {
    env: { ...process.env, CARD: String(id), ORDERS: orders.slice(8).join() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const theirs = text(child.stdout)
  const ours = await Promise.allSettled(orders.slice(0, 8).map(order => applyCard(order, id)))
  const done = ours.filter(({ status }) => status === 'fulfilled').length + Number(await theirs)
  const taken = await select<{ amount: number }>(
    "SELECT amount FROM stored_value_holds WHERE status_code <> 'RELEASED'",
  )
  expect(taken.map(({ amount }) => amount).sort()).toEqual([10, 10, 10, 10, 10, 5])
  expect([done, await brokenRules()]).toEqual([6, []])
  await forgetTries()
})
