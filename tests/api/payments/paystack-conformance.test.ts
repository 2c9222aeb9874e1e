import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paystack, type Paystack } from '#api/payments/paystack.ts'
import { PaymentDeclined } from '#api/payments/provider-errors.ts'
import { SECRET, startSandbox } from '#tests/support/shop/sandbox.ts'

/**
 * What is documented of Paystack, asked through the shop's own client, and in bytes where the client reads none. It is
 * the sandbox that is asked, or, with PAYSTACK_TEST_KEY=sk_test_…, Paystack itself in its test mode: the same tests
 * hold for both.
 */
const KEY = process.env.PAYSTACK_TEST_KEY
if (KEY !== undefined && !KEY.startsWith('sk_test_')) throw new Error('PAYSTACK_TEST_KEY is no key of the test mode.')

let client: Paystack
let call: (
  ...asked: [method: string, path: string, body?: object | undefined, key?: string]
) => Promise<{ status: number; text: string; body: Body }>
let stop = async () => {}
beforeAll(async () => {
  const run = KEY ? null : await startSandbox()
  const [base, secret] = run ? [run.base, SECRET] : ['https://api.paystack.co', KEY!]
  client = run?.client ?? paystack({ apiUrl: base, secretKey: secret })
  call = async (...[method, path, body, key = secret]) => {
    const reply = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, text, body: JSON.parse(text) as Body }
  }
  stop = async () => {
    await run?.sandbox.idle()
    run?.stop()
  }
})
afterAll(() => stop())

interface Body {
  status: boolean
  message: string
  code?: string
  type?: string
  meta?: { nextStep?: string }
  data: Record<string, unknown>
}

let made = 0
const newReference = () => `conformance-${Date.now()}-${(made += 1)}`
const REQUEST = { email: 'order-7@shop.test', amount: 5000 }
const ask = (reference = newReference()) => client.initialize({ ...REQUEST, reference, metadata: { order_id: '7' } })
const PLAIN_CARD = { number: '4084084084084081', cvv: '408', expiry_month: '12', expiry_year: '30' }
const PIN_CARD = { number: '5060666666666666666', cvv: '123', expiry_month: '12', expiry_year: '30' }
/** Pays 50 cedis by the card that needs nothing else. Returns the reference. */
async function aPaid(): Promise<string> {
  const reference = newReference()
  expect(
    (
      await call('POST', '/charge', {
        ...REQUEST,
        currency: 'GHS',
        reference,
        metadata: { order_id: '7' },
        card: PLAIN_CARD,
      })
    ).body,
  ).toMatchObject({ status: true, message: 'Charge attempted', data: { status: 'success', reference } })
  return reference
}
const noOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof PaymentDeclined)) throw error
      return [error.status, error.message]
    },
  )

describe('refusals', () => {
  test('a key that is wrong, byte for byte', async () => {
    const { status, text } = await call('GET', '/transaction/verify/x', undefined, 'sk_test_nobody')
    expect([status, text]).toEqual([
      401,
      '{"status":false,"message":"Invalid key","meta":{"nextStep":"Ensure that you provide the correct authorization key for the request"},"type":"validation_error","code":"invalid_Key"}',
    ])
  })

  test('a known reference, byte for byte, whatever its amount and state', async () => {
    const { reference } = await ask()
    for (const seen of [reference, await aPaid()]) {
      const { status, text } = await call('POST', '/transaction/initialize', {
        ...REQUEST,
        amount: 700,
        reference: seen,
      })
      expect([status, text]).toEqual([
        400,
        '{"status":false,"message":"Duplicate Transaction Reference","meta":{"nextStep":"Try and create the Transaction or Charge with a new reference"},"type":"validation_error","code":"duplicate_reference"}',
      ])
    }
    await expect(ask(reference)).rejects.toMatchObject({ status: 400, code: 'duplicate_reference' })
  })

  test.each<[what: string, body: object, said: object]>([
    [
      'an invalid email',
      { ...REQUEST, email: 'order-7' },
      { message: 'Invalid Email Address Passed', code: 'invalid_email_address' },
    ],
    ['an amount with a fraction', { ...REQUEST, amount: 100.5 }, { message: '"amount" must be an integer' }],
    ['an amount of text with a fraction', { ...REQUEST, amount: '100.50' }, { message: '"amount" must be an integer' }],
    ['an amount of 0', { ...REQUEST, amount: 0 }, { message: 'Invalid Amount Sent' }],
    ['an amount below 0', { ...REQUEST, amount: -5 }, { message: 'Invalid Amount Sent' }],
    [
      'a currency that this shop does not take',
      { ...REQUEST, currency: 'ZAR' },
      { message: 'Currency not supported by merchant' },
    ],
  ])('%s', async (_, body, said) => {
    const reply = await call('POST', '/transaction/initialize', body)
    expect([reply.status, reply.body]).toMatchObject([400, { status: false, ...said }])
    expect(reply.body).not.toHaveProperty('data')
  })

  test('to verify, fetch or resume an unknown one', async () => {
    const unknown = await call('GET', '/transaction/verify/nobody-has-this')
    expect([[400, 404].includes(unknown.status), unknown.body]).toMatchObject([
      true,
      { status: false, message: 'Transaction reference not found.', code: 'transaction_not_found' },
    ])
    expect(unknown.body).not.toHaveProperty('data')
    expect([await client.verify('nobody-has-this'), await client.fetch('1')]).toEqual([null, null])
    const otp = await call('POST', '/charge/submit_otp', { reference: 'nobody-has-this', otp: '123456' })
    expect([otp.status, otp.body.message]).toEqual([400, 'Transaction reference is invalid'])
  })

  test('a charge after one wrong PIN or code, which ends it', async () => {
    for (const wrong of [[{ pin: '9' }], [{ pin: '1234' }, { otp: '000000' }]]) {
      const reference = newReference()
      expect(
        (await call('POST', '/charge', { ...REQUEST, currency: 'GHS', reference, card: PIN_CARD })).body.data.status,
      ).toBe('send_pin')
      const replies = []
      for (const answer of wrong)
        replies.push(await call('POST', `/charge/submit_${Object.keys(answer)[0]}`, { reference, ...answer }))
      expect([replies.at(-1)!.status, replies.at(-1)!.body]).toMatchObject([
        400,
        {
          status: false,
          message: expect.stringMatching(/^(Incorrect PIN|Token Authorization Not Successful)/),
          data: { status: 'failed' },
        },
      ])
      expect((await client.verify(reference))!.status).toBe('failed')
    }
  })
})

/** The members of the documented sample of a transaction. */
const MEMBERS = [
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
]
const OF_CARD = [
  'authorization_code',
  'bin',
  'last4',
  'exp_month',
  'exp_year',
  'channel',
  'card_type',
  'bank',
  'country_code',
  'brand',
  'reusable',
  'signature',
  'account_name',
]
const OF_CUSTOMER = [
  'id',
  'first_name',
  'last_name',
  'email',
  'customer_code',
  'phone',
  'metadata',
  'risk_action',
  'international_format_phone',
]
const OF_LOG = ['start_time', 'time_spent', 'attempts', 'errors', 'success', 'mobile', 'input', 'history']
const OF_REFUND = [
  'transaction',
  'integration',
  'deducted_amount',
  'channel',
  'merchant_note',
  'customer_note',
  'status',
  'refunded_by',
  'expected_at',
  'currency',
  'domain',
  'amount',
  'fully_deducted',
  'id',
  'createdAt',
  'updatedAt',
]
const missingIn = (whole: unknown, members: readonly string[]) =>
  members.filter(name => !Object.hasOwn(whole as object, name))

describe('a transaction', () => {
  test('is abandoned until it is paid, without an authorization', async () => {
    const { reference, access_code, authorization_url } = await ask()
    expect(authorization_url.endsWith(`/${access_code}`)).toBe(true)
    const { body } = await call('GET', `/transaction/verify/${reference}`)
    expect(body).toMatchObject({
      status: true,
      message: 'Verification successful',
      data: {
        status: 'abandoned',
        reference,
        amount: 5000,
        requested_amount: 5000,
        currency: 'GHS',
        domain: 'test',
        authorization: {},
        paid_at: null,
      },
    })
    expect(missingIn(body.data, MEMBERS)).toEqual([])
    expect(Object.keys(body.data.authorization as object)).toEqual([])
  })

  test('has every member of the documented sample, and its order, once paid', async () => {
    const reference = await aPaid()
    const { data } = (await call('GET', `/transaction/verify/${reference}`)).body
    expect([
      missingIn(data, MEMBERS),
      missingIn(data.authorization, OF_CARD),
      missingIn(data.customer, OF_CUSTOMER),
      missingIn(data.log, OF_LOG),
    ]).toEqual([[], [], [], []])
    expect(data).toMatchObject({
      status: 'success',
      amount: 5000,
      requested_amount: 5000,
      currency: 'GHS',
      channel: 'card',
      domain: 'test',
      authorization: { bin: '408408', last4: '4081' },
      customer: { email: REQUEST.email },
    })
    expect(data.paid_at).toBe(data.paidAt)
    const read = (await client.verify(reference))!
    expect([
      read.status,
      String((read.metadata as { order_id: unknown }).order_id),
      Number.isNaN(Date.parse(read.paid_at!)),
    ]).toEqual(['success', '7', false])
    expect((await client.fetch(read.id))!.reference).toBe(reference)
    expect((await client.list({ status: 'success', perPage: 20 })).transactions.map(each => each.reference)).toContain(
      reference,
    )
  })

  test('waits for a wallet that is asked on the phone', async () => {
    const reference = newReference()
    const charge = await client.charge({
      ...REQUEST,
      reference,
      metadata: { order_id: '7' },
      mobile_money: { phone: '0551234987', provider: 'mtn' },
    })
    expect(['success', 'pay_offline', 'send_otp']).toContain(charge.status)
    expect(['success', 'pending', 'ongoing', 'abandoned']).toContain((await client.verify(reference))!.status)
  })
})

describe('a refund', () => {
  const refund = (body: object) => call('POST', '/refund', body)
  const GREEDY = 'Total refund amount cannot exceed original transaction amount'

  test("is queued as documented, and found by its transaction's numeric id only", async () => {
    const transaction = await aPaid()
    const { status, body } = await refund({ transaction, amount: 2000 })
    expect([status, body.message, missingIn(body.data, OF_REFUND)]).toEqual([
      200,
      'Refund has been queued for processing',
      [],
    ])
    expect(body.data).toMatchObject({
      status: 'pending',
      amount: 2000,
      currency: 'GHS',
      transaction: { reference: transaction },
    })
    const { id } = (await client.verify(transaction))!
    expect((await client.refundsOf(id)).map(each => [each.id, each.amount, each.transaction_id])).toEqual([
      [String(body.data.id), 2000, id],
    ])
    expect((await call('GET', `/refund?transaction=${transaction}`)).body.data).toEqual([])
    const one = await call('GET', `/refund/${String(body.data.id)}`)
    expect([one.body.message, typeof one.body.data.transaction]).toEqual(['Refund retrieved', 'number'])
    expect(['success', 'reversal-pending', 'reversed']).toContain((await client.verify(transaction))!.status)
  })

  test('is refused below a cedi, above the remainder, without an amount after a part, and in another currency', async () => {
    const transaction = await aPaid()
    const said = async (body: object) => {
      const reply = await refund({ transaction, ...body })
      return [reply.status, reply.body.message]
    }
    expect(await said({ amount: 99 })).toEqual([
      400,
      'The minimum amount you may send in a single refund at this time is: GHS1.00',
    ])
    expect(await said({ amount: 500, currency: 'NGN' })).toEqual([
      400,
      'Transaction currency must match refund currency',
    ])
    expect(await noOf(client.refund({ transaction, amount: 5001 }))).toEqual([400, GREEDY])
    await client.refund({ transaction, amount: 2000 })
    expect([await said({}), await said({ amount: 3001 })]).toEqual([
      [400, GREEDY],
      [400, GREEDY],
    ])
  })

  test('is refused when all of it was refunded', async () => {
    const transaction = await aPaid()
    await client.refund({ transaction, amount: 5000 })
    const { status, body } = await refund({ transaction })
    expect([status, body]).toMatchObject([
      400,
      {
        status: false,
        message: 'Transaction has been fully reversed',
        type: 'api_error',
        code: 'transaction_reversed',
      },
    ])
  })

  test("is not repeated with the customer's details when none are wanted", async () => {
    const { id } = await client.refund({ transaction: await aPaid(), amount: 1000 })
    const { status, body } = await call('POST', `/refund/retry_with_customer_details/${id}`, {})
    expect([status, body]).toMatchObject([
      422,
      { message: 'Invalid Refund state, refund status should be "needs-attention"', code: 'invalid_params' },
    ])
  })
})
