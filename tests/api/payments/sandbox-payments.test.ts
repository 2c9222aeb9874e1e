import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { calm } from '#api/sandbox/chaos.ts'
import { createSandbox } from '#api/sandbox/create-sandbox.ts'
import { aPayment, GOOD, PUBLIC, type RunningSandbox, SECRET, startSandbox } from '#tests/support/shop/sandbox.ts'

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

const bad = (message: string, rest: object = { code: 'invalid_params' }) => ({
  status: false,
  message,
  type: 'validation_error',
  ...rest,
})
const REQUEST = { email: 'order-7@shop.test', amount: 5000 }

describe('the error table', () => {
  test.each<[what: string, body: object, expected: object]>([
    [
      'a bad email',
      { ...REQUEST, email: 'order-7' },
      bad('Invalid Email Address Passed', { code: 'invalid_email_address' }),
    ],
    ['no email', { amount: 5000 }, bad('Invalid Email Address Passed', { code: 'invalid_email_address' })],
    ['an amount with a fraction', { ...REQUEST, amount: 100.5 }, bad('"amount" must be an integer')],
    ['an amount of text with a fraction', { ...REQUEST, amount: '100.50' }, bad('"amount" must be an integer')],
    ['an amount of 0', { ...REQUEST, amount: 0 }, bad('Invalid Amount Sent')],
    ['a negative amount', { ...REQUEST, amount: -5 }, bad('Invalid Amount Sent')],
    ['less than ten pesewas', { ...REQUEST, amount: 9 }, bad('Invalid Amount Sent')],
    ['another currency', { ...REQUEST, currency: 'XOF' }, bad('Currency not supported by merchant')],
  ])('%s', async (_, body, expected) => {
    const reply = await run.call('POST', '/transaction/initialize', body)
    expect([reply.status, reply.body]).toEqual([400, { ...expected, meta: { nextStep: expect.any(String) as string } }])
    expect('data' in reply.body).toBe(false)
  })

  test.each([
    ['no key', null],
    ['another key', 'sk_test_other'],
    ['the public key', PUBLIC],
  ])('%s', async (_, key) => {
    expect(await run.call('GET', '/transaction/verify/x', undefined, key)).toEqual({
      status: 401,
      body: {
        status: false,
        message: 'Invalid key',
        meta: { nextStep: 'Ensure that you provide the correct authorization key for the request' },
        type: 'validation_error',
        code: 'invalid_Key',
      },
    })
  })

  test('a known reference, in any state, with any amount; another case makes another', async () => {
    const { reference } = await aPayment(run, { reference: 'Seen-1' })
    for (const amount of [5000, 7000])
      expect(await run.call('POST', '/transaction/initialize', { ...REQUEST, amount, reference })).toEqual({
        status: 400,
        body: {
          status: false,
          message: 'Duplicate Transaction Reference',
          meta: { nextStep: 'Try and create the Transaction or Charge with a new reference' },
          type: 'validation_error',
          code: 'duplicate_reference',
        },
      })
    expect((await run.call('POST', '/transaction/initialize', { ...REQUEST, reference: 'seen-1' })).status).toBe(200)
  })

  test('an unknown reference, id, charge and route', async () => {
    const unknown = await run.call('GET', '/transaction/verify/nobody')
    expect([unknown.status, unknown.body]).toEqual([
      400,
      {
        status: false,
        message: 'Transaction reference not found.',
        meta: expect.any(Object) as object,
        type: 'validation_error',
        code: 'transaction_not_found',
      },
    ])
    expect(await run.call('GET', '/transaction/1')).toMatchObject({
      status: 404,
      body: { message: 'Transaction not found' },
    })
    expect(await run.call('POST', '/charge/submit_otp', { otp: '123456', reference: 'nobody' })).toMatchObject({
      status: 400,
      body: { message: 'Transaction reference is invalid' },
    })
    expect((await run.call('GET', '/nowhere')).status).toBe(404)
    expect((await run.call('POST', '/transaction/initialize', '{"broken')).status).toBe(400)
  })

  test('too many requests, with the limit', async () => {
    await run.call('POST', '/_chaos', { verify: '429', verifies: 1 })
    const reply = await fetch(`${run.base}/transaction/verify/x`, { headers: { authorization: `Bearer ${SECRET}` } })
    expect([
      reply.status,
      ...['limit', 'remaining', 'reset'].map(name => reply.headers.get(`x-ratelimit-${name}`)),
    ]).toEqual([429, '600', '0', '1'])
  })

  test('control: accepts a correct request', async () => {
    expect((await run.call('POST', '/transaction/initialize', { ...REQUEST, amount: '5000' })).body.message).toBe(
      'Authorization URL created',
    )
  })
})

const pay = (access_code: string, body: object) => run.call('POST', `/checkout/${access_code}/pay`, body, null)

describe('a payment', () => {
  test('is abandoned until it is paid, and then has every member Paystack gives', async () => {
    const { access_code, reference, authorization_url } = await aPayment(run)
    expect(authorization_url).toBe(`${run.base}/checkout/${access_code}`)
    expect((await run.call('GET', `/transaction/verify/${reference}`)).body.data).toMatchObject({
      status: 'abandoned',
      authorization: {},
      paid_at: null,
      log: null,
      requested_amount: 5000,
    })
    expect(await pay(access_code, GOOD)).toMatchObject({
      status: 200,
      body: { message: 'Charge attempted', data: { status: 'success', reference } },
    })
    const { body } = await run.call('GET', `/transaction/verify/${reference}`)
    expect(body.message).toBe('Verification successful')
    expect(Object.keys(body.data)).toEqual([
      'id',
      'domain',
      'status',
      'reference',
      'receipt_number',
      'amount',
      'message',
      'gateway_response',
      'paid_at',
      'created_at',
      'channel',
      'currency',
      'ip_address',
      'metadata',
      'log',
      'fees',
      'fees_split',
      'authorization',
      'customer',
      'plan',
      'split',
      'order_id',
      'paidAt',
      'createdAt',
      'requested_amount',
      'pos_transaction_data',
      'source',
      'fees_breakdown',
      'connect',
      'transaction_date',
      'plan_object',
      'subaccount',
    ])
    expect(body.data).toMatchObject({
      domain: 'test',
      status: 'success',
      amount: 5000,
      requested_amount: 5000,
      fees: 98,
      currency: 'GHS',
      gateway_response: 'Successful',
      metadata: { order_id: '7' },
      authorization: { bin: '408408', last4: '4081' },
    })
  })

  test('keeps no card number', async () => {
    const { access_code } = await aPayment(run)
    await pay(access_code, GOOD)
    const kept =
      JSON.stringify(await select('SELECT * FROM sandbox_transactions')) +
      JSON.stringify(
        (await select<{ body: Buffer }>('SELECT body FROM sandbox_webhooks')).map(({ body }) => body.toString()),
      )
    expect(kept).not.toContain('4084084084084081')
    expect(kept).toContain('4081')
  })

  test('stays open for another card after a decline, and only one of two at once pays', async () => {
    const { access_code, reference } = await aPayment(run)
    expect(await pay(access_code, { ...GOOD, number: '4084 0800 0000 5408', cvv: '001' })).toMatchObject({
      status: 400,
      body: { status: false, message: 'Declined', data: { status: 'failed' } },
    })
    expect((await run.client.verify(reference))!.status).toBe('abandoned')
    const both = await Promise.all([pay(access_code, GOOD), pay(access_code, GOOD)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    await run.sandbox.idle()
    expect(run.heard.filter(({ data }) => data.reference === reference)).toHaveLength(1)
  })

  test.each<[name: string, number: string, cvv: string, answers: object[], heard: string[]]>([
    ['PIN', '5078 5078 5078 5078 12', '081', [{ pin: '1111' }], ['send_pin', 'success']],
    [
      'PIN and OTP',
      '5060 6666 6666 6666 666',
      '123',
      [{ pin: '1234' }, { otp: '123456' }],
      ['send_pin', 'send_otp', 'success'],
    ],
    [
      'PIN, phone and OTP',
      '5078 5078 5078 5078 04',
      '884',
      [{ pin: '0000' }, { phone: '0241234567' }, { otp: '123456' }],
      ['send_pin', 'send_phone', 'send_otp', 'success'],
    ],
    ['bank', '5192 6027 2058 4796', '123', [{ bank: 'approve' }], ['open_url', 'success']],
    ['bank that refuses', '5192 6027 2058 4796', '123', [{ bank: 'refuse' }], ['open_url', 'Declined']],
    ['wrong PIN', '5078 5078 5078 5078 12', '081', [{ pin: '9' }], ['send_pin', 'Incorrect PIN']],
    [
      'no token',
      '5078 5078 5078 5078 53',
      '082',
      [{ pin: '0000' }],
      ['send_pin', 'Token Not Generated. Customer Not Registered on Token Platform'],
    ],
    ['insufficient funds', '4084 0800 0067 0037', '787', [], ['Insufficient Funds']],
    ['wrong cvv', '4084 0840 8408 4081', '409', [], ['Declined']],
    ['a card of no test', '4111 1111 1111 1111', '111', [], ['Declined']],
  ])('%s', async (...[, number, cvv, answers, expected]) => {
    const { access_code } = await aPayment(run)
    let sent: object = { number, cvv, expiry: '12/30' }
    const replies = [await pay(access_code, sent)]
    for (const answer of answers) replies.push(await pay(access_code, (sent = { ...sent, ...answer })))
    expect(replies.map(({ body }) => (body.status ? body.data.status : body.message))).toEqual(expected)
  })

  test('refuses an expired card, a malformed one and an unknown access code', async () => {
    const { access_code } = await aPayment(run)
    expect((await pay(access_code, { ...GOOD, expiry: '01/20' })).body.message).toBe('Declined')
    expect((await pay(access_code, { ...GOOD, expiry: 'soon' })).body.message).toBe('"expiry" must be MM/YY')
    expect((await pay('nobody', GOOD)).status).toBe(404)
  })

  test('by mobile money: at once, by voucher, and on the phone for three minutes', async () => {
    const first = await aPayment(run)
    expect(
      (await pay(first.access_code, { mobile_money: { phone: '055 123 4987', provider: 'mtn' } })).body.data.status,
    ).toBe('success')
    expect((await run.client.verify(first.reference))!).toMatchObject({ channel: 'mobile_money', status: 'success' })
    const voucher = await run.call('POST', '/charge', {
      ...REQUEST,
      mobile_money: { phone: '0201234567', provider: 'vod' },
    })
    expect(voucher.body).toMatchObject({
      message: 'Charge attempted',
      data: { status: 'send_otp', display_text: expect.stringContaining('*110#') as string },
    })
    const offline = await run.client.charge({
      email: 'order-7@shop.test',
      amount: 5000,
      reference: '7-offline',
      metadata: { order_id: '7' },
      mobile_money: { phone: '0241230002', provider: 'mtn' },
    })
    expect(offline).toEqual({
      reference: '7-offline',
      status: 'pay_offline',
      display_text: 'Please complete authorization process on your mobile phone',
    })
    expect((await run.client.verify('7-offline'))!.status).toBe('pending')
    run.later(181_000)
    expect((await run.client.verify('7-offline'))!.status).toBe('failed')
  })

  test('by the charge API ends after one wrong entry', async () => {
    const card = { number: '5060666666666666666', cvv: '123', expiry_month: '12', expiry_year: '2030' }
    const { reference } = (await run.call('POST', '/charge', { ...REQUEST, card })).body.data as { reference: string }
    expect((await run.call('POST', '/charge/submit_pin', { reference, pin: '1234' })).body.data.status).toBe('send_otp')
    expect(await run.call('POST', '/charge/submit_otp', { reference, otp: '000000' })).toMatchObject({
      status: 400,
      body: {
        message: expect.stringMatching(/^Token Authorization Not Successful/) as string,
        data: { status: 'failed' },
      },
    })
    expect((await run.call('POST', '/charge/submit_otp', { reference, otp: '123456' })).body.message).toBe(
      'Transaction reference is invalid',
    )
    expect((await run.call('GET', `/charge/${reference}`)).body).toMatchObject({
      message: 'Reference check successful',
      data: { status: 'failed' },
    })
  })

  test('is refused after the session timed out', async () => {
    expect((await run.call('PUT', '/integration/payment_session_timeout', { timeout: 30 })).body.data).toEqual({
      payment_session_timeout: 30,
    })
    const { access_code } = await aPayment(run)
    run.later(31_000)
    expect((await pay(access_code, GOOD)).status).toBe(400)
    await run.call('PUT', '/integration/payment_session_timeout', { timeout: 0 })
    expect((await pay(access_code, GOOD)).status).toBe(200)
  })

  test.each([
    [{ order_id: 7 }, { order_id: '7' }],
    ['{"order_id":7}', { order_id: 7 }],
    ['text', 'text'],
    [undefined, ''],
    ['0', 0],
  ])('returns metadata %j as %j', async (metadata, back) => {
    const { body } = await run.call('POST', '/transaction/initialize', { ...REQUEST, metadata })
    expect(
      (await run.call('GET', `/transaction/verify/${(body.data as { reference: string }).reference}`)).body.data
        .metadata,
    ).toEqual(back)
  })

  test('is found in lists, by id, in the timeline and in the totals', async () => {
    const { access_code, reference } = await aPayment(run, { amount: 123_457 })
    await pay(access_code, GOOD)
    const { id } = (await run.client.verify(reference))!
    expect((await run.client.fetch(id))!.reference).toBe(reference)
    expect((await run.client.list({ status: 'success', perPage: 1 })).transactions[0]!.id).toBe(id)
    expect((await run.call('GET', '/transaction?amount=123457')).body).toMatchObject({
      data: [{ reference }],
      meta: { total: 1, page: 1, pageCount: 1 },
    })
    expect((await run.call('GET', `/transaction/timeline/${reference}`)).body.data).toMatchObject({
      attempts: 1,
      success: true,
    })
    expect((await run.call('GET', '/transaction/totals')).body.data).toMatchObject({
      total_transactions: expect.any(Number) as number,
    })
  })
})

describe('webhooks', () => {
  const paid = async () => {
    const payment = await aPayment(run)
    await pay(payment.access_code, GOOD)
    await run.sandbox.idle()
    return payment
  }

  test('report a success once, signed, and without the requested amount', async () => {
    const { reference } = await paid()
    expect(run.heard).toHaveLength(1)
    const { signature, body, event, data } = run.heard[0]!
    expect(signature).toBe(createHmac('sha512', SECRET).update(body).digest('hex'))
    expect([event, data.reference, 'requested_amount' in data]).toEqual(['charge.success', reference, false])
  })

  test('report no decline', async () => {
    const { access_code } = await aPayment(run)
    await pay(access_code, { ...GOOD, cvv: '409' })
    await run.sandbox.idle()
    expect(run.heard).toEqual([])
  })

  test('repeat hourly ten times, with the same bytes, until they get 200', async () => {
    run.answerWith(500)
    await paid()
    for (let hour = 0; hour < 13; hour++) {
      run.later(3_600_000)
      await run.sandbox.webhooks.deliverDue()
    }
    run.answerWith(200)
    expect(run.heard).toHaveLength(11)
    expect(new Set(run.heard.map(({ body }) => body.toString())).size).toBe(1)
  })

  test.each([
    [0, 0],
    [2, 2],
    [5, 5],
  ])('come %i times when told to come %i times', async (webhooks, times) => {
    await run.call('POST', '/_chaos', { webhooks })
    await paid()
    expect(run.heard).toHaveLength(times)
  })

  test('can come first, later, by hand, and in unusual bytes', async () => {
    await run.call('POST', '/_chaos', { webhook_first: true, odd_bytes: true })
    const { access_code, reference } = await aPayment(run)
    await pay(access_code, GOOD)
    expect(run.heard.map(({ data }) => data.reference)).toEqual([reference])
    expect(run.heard[0]!.body.toString()).not.toBe(JSON.stringify(JSON.parse(run.heard[0]!.body.toString())))
    await run.call('POST', '/_webhooks', { reference })
    await run.sandbox.idle()
    expect(run.heard).toHaveLength(2)
  })
})

test('cannot be sent in production', () => {
  process.env.NODE_ENV = 'production'
  expect(() =>
    createSandbox({ origin: 'http://x', publicKey: PUBLIC, secretKey: SECRET, webhookUrl: 'http://x' }),
  ).toThrow(/demo only/)
  process.env.NODE_ENV = 'test'
})
