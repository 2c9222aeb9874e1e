import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calm } from '#api/sandbox/chaos.ts'
import { aPayment, GOOD, type RunningSandbox, startSandbox } from '#tests/support/shop/sandbox.ts'
import { laterMoment } from '#tests/support/later-moment.ts'

let run: RunningSandbox
beforeAll(async () => {
  run = await startSandbox()
})
beforeEach(async () => {
  await run.sandbox.idle()
  run.sandbox.chaos = calm()
  run.heard.length = 0
})
afterAll(async () => {
  await run.sandbox.idle()
  run.stop()
})

const FAILS = { number: '4084 0800 0067 1803', cvv: '180', expiry: '12/30' }
const NEEDS_ATTENTION = { number: '4084 0800 0067 1902', cvv: '190', expiry: '12/30' }

async function paid(card: object = GOOD): Promise<string> {
  const { access_code, reference } = await aPayment(run)
  await run.call('POST', `/checkout/${access_code}/pay`, card, null)
  await run.sandbox.idle()
  run.heard.length = 0
  return reference
}
const statusOf = async (reference: string) => (await run.client.verify(reference))!.status
/** What the merchant heard of refunds. */
const told = async () => {
  await run.sandbox.idle()
  return run.heard.filter(({ event }) => event.startsWith('refund.'))
}

describe('a refund', () => {
  test('is queued, reported in three states, and reverses the transaction', async () => {
    const reference = await paid()
    const { body, status } = await run.call('POST', '/refund', { transaction: reference })
    expect([status, body.message]).toEqual([200, 'Refund has been queued for processing'])
    expect(body.data).toMatchObject({
      status: 'pending',
      amount: 5000,
      currency: 'GHS',
      deducted_amount: 0,
      fully_deducted: false,
      domain: 'test',
      transaction: { reference, amount: 5000, currency: 'GHS' },
    })
    const events = await told()
    expect(
      events.map(({ event, data }) => [event, data.amount, data.refund_reference === null, data.transaction_reference]),
    ).toEqual([
      ['refund.pending', '5000', true, reference],
      ['refund.processing', '5000', true, reference],
      ['refund.processed', '5000', false, reference],
    ])
    expect(await statusOf(reference)).toBe('reversed')
  })

  test('of a part leaves the transaction partly reversed', async () => {
    const reference = await paid()
    await run.client.refund({ transaction: reference, amount: 2000 })
    await run.sandbox.idle()
    expect(await statusOf(reference)).toBe('reversal-pending')
  })

  test('that fails says so with a number, and the transaction is a success again', async () => {
    const reference = await paid(FAILS)
    await run.client.refund({ transaction: reference, amount: 5000 })
    expect((await told()).at(-1)).toMatchObject({
      event: 'refund.failed',
      data: { amount: 5000, transaction_reference: reference },
    })
    expect(await statusOf(reference)).toBe('success')
  })

  test('that needs attention names itself but no processor, and can be retried', async () => {
    const refund = await run.client.refund({ transaction: await paid(NEEDS_ATTENTION), amount: 5000 })
    const { event, data } = (await told()).at(-1)!
    expect([event, data.amount, data.id, 'processor' in data, typeof data.customer_note]).toEqual([
      'refund.needs-attention',
      5000,
      refund.id,
      false,
      'string',
    ])
    expect((await run.client.fetchRefund(refund.id))!.status).toBe('needs-attention')
    expect((await run.call('POST', `/refund/retry_with_customer_details/${refund.id}`, {})).status).toBe(200)
    expect((await told()).at(-1)!.event).toBe('refund.processed')
  })

  test('can be reported out of order, or never finish', async () => {
    await run.call('POST', '/_chaos', { refund_events_reversed: true })
    await run.client.refund({ transaction: await paid(), amount: 5000 })
    expect((await told()).map(({ event }) => event)).toEqual([
      'refund.processed',
      'refund.processing',
      'refund.pending',
    ])
    await run.call('POST', '/_chaos', { refund: 'hold' })
    const { id } = await run.client.refund({ transaction: await paid(), amount: 5000 })
    await run.sandbox.idle()
    expect((await run.client.fetchRefund(id))!.status).toBe('pending')
  })

  test("is listed by its transaction's numeric id only, and names it as a number", async () => {
    const reference = await paid()
    const { id } = (await run.client.verify(reference))!
    const refund = await run.client.refund({ transaction: reference, amount: 1000 })
    await run.sandbox.idle()
    expect((await run.client.refundsOf(id)).map(found => [found.id, found.transaction_id, found.amount])).toEqual([
      [refund.id, id, 1000],
    ])
    expect((await run.call('GET', `/refund?transaction=${reference}`)).body.data).toEqual([])
    expect((await run.call('GET', `/refund/${refund.id}`)).body).toMatchObject({
      message: 'Refund retrieved',
      data: { transaction: Number(id) },
    })
  })

  test('is listed by date, newest first, page by page', async () => {
    const from = new Date(run.sandbox.now() + 1).toISOString()
    await laterMoment()
    const made: string[] = []
    for (let nth = 0; nth < 2; nth++)
      made.unshift((await run.client.refund({ transaction: await paid(), amount: 1000 })).id)
    await run.sandbox.idle()
    const asked = await Promise.all([1, 2, 3].map(page => run.client.listRefunds({ from, page, perPage: 1 })))
    expect(asked.map(({ refunds, pages }) => [refunds.map(({ id }) => id), pages])).toEqual([
      [[made[0]], 2],
      [[made[1]], 2],
      [[], 2],
    ])
  })
})

describe('a refund is refused', () => {
  const refused = async (body: object) => {
    const reply = await run.call('POST', '/refund', body)
    return [reply.status, reply.body.message, reply.body.code]
  }
  const GREEDY = [400, 'Total refund amount cannot exceed original transaction amount', 'invalid_params']

  test('below a cedi', async () => {
    expect(await refused({ transaction: await paid(), amount: 99 })).toEqual([
      400,
      'The minimum amount you may send in a single refund at this time is: GHS1.00',
      'invalid_params',
    ])
  })

  test('above the remainder, or without an amount after a part', async () => {
    const transaction = await paid()
    expect(await refused({ transaction, amount: 5001 })).toEqual(GREEDY)
    await run.client.refund({ transaction, amount: 2000 })
    expect(await refused({ transaction, amount: 3001 })).toEqual(GREEDY)
    expect(await refused({ transaction })).toEqual(GREEDY)
    expect((await run.client.refund({ transaction, amount: 3000 })).status).toBe('pending')
  })

  test('in another currency', async () => {
    expect(await refused({ transaction: await paid(), amount: 500, currency: 'NGN' })).toEqual([
      400,
      'Transaction currency must match refund currency',
      'invalid_params',
    ])
  })

  test('when all of it is refunded twice', async () => {
    const transaction = await paid()
    await run.client.refund({ transaction, amount: 5000 })
    const reply = await run.call('POST', '/refund', { transaction })
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        status: false,
        message: 'Transaction has been fully reversed',
        meta: expect.any(Object) as object,
        type: 'api_error',
        code: 'transaction_reversed',
      },
    ])
  })

  test('without balance, for an unpaid transaction and an unknown one', async () => {
    await run.call('POST', '/_chaos', { refund: 'no-balance' })
    expect((await refused({ transaction: await paid() }))[1]).toMatch(/^Insufficient balance to fulfill this refund/)
    expect((await refused({ transaction: (await aPayment(run)).reference }))[0]).toBe(400)
    expect((await refused({ transaction: 'nobody' })).slice(0, 2)).toEqual([404, 'Transaction not found'])
  })

  test('when it is retried without needing attention', async () => {
    const { id } = await run.client.refund({ transaction: await paid(), amount: 5000 })
    const reply = await run.call('POST', `/refund/retry_with_customer_details/${id}`, {})
    expect([reply.status, reply.body.message, reply.body.code]).toEqual([
      422,
      'Invalid Refund state, refund status should be "needs-attention"',
      'invalid_params',
    ])
  })

  test('beyond the whole when twenty parts come at once', async () => {
    const transaction = await paid()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => run.call('POST', '/refund', { transaction, amount: 700 })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7)
  })
})
