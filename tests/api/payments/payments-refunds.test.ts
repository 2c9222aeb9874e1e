import { beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { reconcile } from '#api/payments/reconcile.ts'
import { REFUND_BOOKS, type SentRefund } from '#api/payments/refund-books.ts'
import { claimRefund, sendRefunds } from '#api/payments/send-refunds.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, type PayingShop } from '#tests/support/shop/payments.ts'
import { aVariation, count } from '#tests/support/server/shop.ts'

let api: Api
let shop: PayingShop
let goods: number
withPayingShop(opened => {
  ;({ api, shop } = opened)
})
beforeEach(async () => {
  goods = await aVariation(100)
})

const CARDS = {
  fails: { number: '4084080000671803', expiry: '12/30', cvv: '180' },
  needsAttention: { number: '4084080000671902', expiry: '12/30', cvv: '190' },
}

/** Money for an order that staff had cancelled, which waits to go back. Returns the payment's id. */
async function moneyTooMuch(card?: object): Promise<number> {
  shop.chaos({ webhooks: 0 })
  const { order, payment } = await (await aBuyer(api)).order(goods)
  const { token } = await aUser('MANAGER')
  await api.send('PATCH', `/api/staff/orders/${order.id}`, { token, body: { status_code: 'CANCELLED' } })
  await shop.pay(payment, card)
  shop.chaos({})
  await reconcile()
  return (await select<{ id: number }>('SELECT id FROM payments ORDER BY id DESC LIMIT 1'))[0]!.id
}

const refunds = () =>
  select<{ status_code: string; tries: number; provider_refund_id: string | null }>(
    'SELECT status_code, tries, provider_refund_id FROM payment_refunds ORDER BY id',
  )
const statuses = async () => (await refunds()).map(({ status_code }) => status_code)
const sentBack = () =>
  select<{ amount: number; status: string }>('SELECT amount, status FROM sandbox_refunds ORDER BY id')
const stuck = async () =>
  (await select<{ detail: string }>("SELECT detail FROM exceptions WHERE code = 'REFUND_STUCK' ORDER BY id")).map(
    ({ detail }) => detail,
  )
const now = () => execute('UPDATE payment_refunds SET next_at = NOW(3)')
/** Handles everything that the provider has told. */
const settled = async () => {
  await shop.sandbox.idle()
  await settlePayments()
}

describe('a refund by the provider', () => {
  test('is sent once, in full, followed to its end, and reported to the customer once', async () => {
    await moneyTooMuch()
    await Promise.all(Array.from({ length: 5 }, () => sendRefunds()))
    await settled()
    expect([await statuses(), await sentBack(), await stuck()]).toEqual([
      ['PROCESSED'],
      [{ amount: 1000, status: 'processed' }],
      [],
    ])
    expect(await count('mails', "once_key LIKE '%refund%'")).toBe(1)
    await now()
    await sendRefunds()
    expect(await sentBack()).toHaveLength(1)
  })

  test('stays PROCESSED when older news arrives later', async () => {
    await moneyTooMuch()
    shop.chaos({ refund_events_reversed: true })
    await sendRefunds()
    await settled()
    expect(await statuses()).toEqual(['PROCESSED'])
  })

  test('is asked about when no webhook comes', async () => {
    await moneyTooMuch()
    shop.chaos({ webhooks: 0 })
    await sendRefunds()
    await shop.sandbox.idle()
    expect(await statuses()).toEqual(['SENT'])
    await now()
    await sendRefunds()
    expect(await statuses()).toEqual(['PROCESSED'])
  })

  test('is found at the provider, and not sent again, when its request was lost', async () => {
    await moneyTooMuch()
    const refund = (await claimRefund())!
    await shop.client.refund({ transaction: refund.provider_transaction_id, amount: refund.amount })
    await now()
    await sendRefunds()
    await settled()
    expect([await statuses(), (await sentBack()).length, (await refunds())[0]!.tries]).toEqual([['PROCESSED'], 1, 2])
  })

  test('of two equal halves is two refunds, though the answer to one is lost', async () => {
    const payment_id = await moneyTooMuch()
    await execute('UPDATE payment_refunds SET amount = 500')
    await queueRefund({ payment_id, amount: 500, reason: 'the other half' })
    const first = (await claimRefund())!
    expect(await claimRefund()).toBeNull()
    await shop.client.refund({ transaction: first.provider_transaction_id, amount: first.amount })
    await now()
    await sendRefunds()
    await settled()
    expect([await statuses(), (await sentBack()).map(({ amount }) => amount)]).toEqual([
      ['PROCESSED', 'PROCESSED'],
      [500, 500],
    ])
  })

  test('waits while the provider is away', async () => {
    await moneyTooMuch()
    shop.unreachable(true)
    await sendRefunds()
    shop.unreachable(false)
    expect([await statuses(), await sentBack(), await claimRefund()]).toEqual([['QUEUED'], [], null])
    await now()
    await sendRefunds()
    expect(await sentBack()).toHaveLength(1)
  })

  test('is tried again when the provider refuses it, and staff are told when that goes on', async () => {
    await moneyTooMuch()
    shop.chaos({ refund: 'no-balance' })
    for (let tries = 0; tries < 5; tries++) {
      expect(await stuck()).toEqual([])
      await now()
      await sendRefunds()
    }
    expect(await stuck()).toEqual([
      expect.stringMatching(/^GH₵\u00A010\.00 has not been refunded: the provider says "Insufficient balance/),
    ])
    shop.chaos({})
    await now()
    await sendRefunds()
    await settled()
    expect(await statuses()).toEqual(['PROCESSED'])
  })

  test.each([
    ['fails', 'FAILED', /could not make the refund/],
    ['needsAttention', 'NEEDS_ATTENTION', /needs the bank details/],
  ] as const)('is reported to staff when it is %s at the bank', async (card, status, words) => {
    await moneyTooMuch(CARDS[card])
    await sendRefunds()
    await settled()
    expect([await statuses(), await stuck()]).toEqual([[status], [expect.stringMatching(words)]])
  })

  test('is reported to staff once per problem when the provider was silent and then failed', async () => {
    await moneyTooMuch(CARDS.fails)
    shop.unreachable(true)
    for (let tries = 0; tries < 6; tries++) {
      await now()
      await sendRefunds()
    }
    expect(await stuck()).toEqual([expect.stringMatching(/is not responding/)])
    await execute("UPDATE exceptions SET status_code = 'RESOLVED'")
    shop.unreachable(false)
    await now()
    await sendRefunds()
    await settled()
    await settled()
    expect([await statuses(), await stuck()]).toEqual([
      ['FAILED'],
      [expect.stringMatching(/is not responding/), expect.stringMatching(/could not make the refund/)],
    ])
  })

  test('is reported to staff when it takes two weeks', async () => {
    await moneyTooMuch()
    shop.chaos({ refund: 'hold' })
    await sendRefunds()
    await execute('UPDATE payment_refunds SET created_at = NOW(3) - INTERVAL 15 DAY')
    await now()
    await sendRefunds()
    expect([await statuses(), await stuck()]).toEqual([['SENT'], [expect.stringMatching(/for 14 days/)]])
  })
})

test('control: is sent twice when two take it without claiming it', async () => {
  const payment_id = await moneyTooMuch()
  await execute('UPDATE payment_refunds SET amount = 400')
  const queued = await select<SentRefund>(`${REFUND_BOOKS.orders.joined} WHERE p.id = ?`, [payment_id])
  for (let worker = 0; worker < 2; worker++) {
    const seen = [...queued]
    await sendRefunds(async () => seen.shift() ?? null)
  }
  await shop.sandbox.idle()
  expect(await sentBack()).toHaveLength(2)
})
