import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, isFinal } from '#api/payments/judge.ts'
import type { ProviderTransaction } from '#api/payments/read-reply.ts'

const ATTEMPT = { reference: '7-1700000000000', amount: 5000, order_id: 7, domain: 'test' } as const
const PAID: ProviderTransaction = {
  id: '4099260516',
  reference: ATTEMPT.reference,
  status: 'success',
  domain: 'test',
  amount: 5000,
  requested_amount: 5000,
  currency: 'GHS',
  metadata: { order_id: '7' },
  channel: 'card',
  gateway_response: 'Successful',
  paid_at: '2026-01-09T14:03:22.000Z',
}
const verdictOf = (change: Partial<ProviderTransaction>) => judge({ ...PAID, ...change }, ATTEMPT).verdict

describe("the provider's word on a payment", () => {
  test.each<[what: string, change: Partial<ProviderTransaction>, verdict: string]>([
    ['all as asked for', {}, 'success'],
    ['the payer bore the fee', { amount: 5098 }, 'success'],
    ['a pesewa short', { amount: 4999 }, 'mismatch'],
    ['a pesewa less was asked for', { amount: 4999, requested_amount: 4999 }, 'mismatch'],
    ['more was asked for', { amount: 6000, requested_amount: 6000 }, 'mismatch'],
    ['what was asked for is not said, and the amount is right', { requested_amount: null }, 'success'],
    ['what was asked for is not said, and the amount is larger', { requested_amount: null, amount: 5098 }, 'mismatch'],
    ['naira', { currency: 'NGN' }, 'mismatch'],
    ['small letters', { currency: 'ghs' }, 'mismatch'],
    ['live money for a test key', { domain: 'live' }, 'mismatch'],
    ['another reference', { reference: '8-1700000000000' }, 'mismatch'],
    ['another reference, unpaid', { reference: '8-1700000000000', status: 'abandoned' }, 'mismatch'],
    ['another order', { metadata: { order_id: '8' } }, 'mismatch'],
    ['the order as a number', { metadata: { order_id: 7 } }, 'success'],
    ['the order in text', { metadata: '{"order_id":"7"}' }, 'success'],
    ['another order in text', { metadata: '{"order_id":8}' }, 'mismatch'],
    ['metadata of nothing', { metadata: '' }, 'success'],
    ['metadata of 0', { metadata: 0 }, 'success'],
    ['metadata of words', { metadata: 'order 8' }, 'success'],
    ['metadata of null', { metadata: null }, 'success'],
    ['metadata without the order', { metadata: { custom_fields: [] } }, 'success'],
    [
      'metadata that inherits an order',
      { metadata: JSON.parse('{"__proto__":{"order_id":"8"}}') as object },
      'success',
    ],
    ['failed', { status: 'failed' }, 'failed'],
    ['given back', { status: 'reversed' }, 'failed'],
    ['on its way back', { status: 'reversal-pending' }, 'pending'],
    ['a status nobody has documented', { status: 'constructor' }, 'pending'],
    ['success in capitals', { status: 'SUCCESS' }, 'pending'],
    ...['abandoned', 'ongoing', 'pending', 'processing', 'queued'].map(
      (status): [string, Partial<ProviderTransaction>, string] => [status, { status }, 'pending'],
    ),
  ])('%s', (_, change, verdict) => {
    expect(verdictOf(change)).toBe(verdict)
  })

  test('does not match a reference in another case', () => {
    expect(judge({ ...PAID, reference: 'ABC-1' }, { ...ATTEMPT, reference: 'abc-1' }).verdict).toBe('mismatch')
  })

  test('leaves an unknown reference payable', () => {
    expect(judge(null, ATTEMPT).verdict).toBe('pending')
  })

  test('gives a reason for everything but a success', () => {
    expect(judge({ ...PAID, currency: 'NGN' }, ATTEMPT).reason).toBe('The provider says currency NGN instead of GHS')
    expect(judge({ ...PAID, status: 'failed', gateway_response: 'Declined' }, ATTEMPT).reason).toBe('Declined')
    expect(judge({ ...PAID, status: 'abandoned' }, ATTEMPT).reason).toBe('The payment is abandoned')
    expect(judge(PAID, ATTEMPT).reason).toBeNull()
  })
})

const statuses = fc.oneof(
  fc.constantFrom(
    'success',
    'failed',
    'reversed',
    'reversal-pending',
    'abandoned',
    'ongoing',
    'pending',
    'processing',
    'queued',
  ),
  fc.string(),
)
const amounts = fc.oneof(fc.constantFrom(4999, 5000, 5001, 5098, 0), fc.nat(1_000_000))
const replies: fc.Arbitrary<ProviderTransaction> = fc.record({
  id: fc.constant('1'),
  reference: fc.oneof(fc.constant(ATTEMPT.reference), fc.string()),
  status: statuses,
  domain: fc.constantFrom('test', 'live', ''),
  amount: amounts,
  requested_amount: fc.option(amounts),
  currency: fc.constantFrom('GHS', 'NGN', 'ghs', ''),
  metadata: fc.oneof(
    fc.constantFrom<unknown>('', 0, null, { order_id: '7' }, { order_id: 7 }, { order_id: '8' }, '{"order_id":"7"}'),
    fc.anything(),
  ),
  channel: fc.constant(null),
  gateway_response: fc.constant(null),
  paid_at: fc.constant(null),
})

test('pays only for a success of this reference, amount, currency and mode', () => {
  fc.assert(
    fc.property(replies, reply => {
      const { reference, status, currency, domain, amount, requested_amount } = reply
      const isRight =
        reference === ATTEMPT.reference &&
        status === 'success' &&
        currency === 'GHS' &&
        domain === 'test' &&
        amount >= ATTEMPT.amount &&
        (requested_amount ?? amount) === ATTEMPT.amount
      const { verdict } = judge(reply, ATTEMPT)
      expect([verdict === 'success' && !isRight, verdict === 'failed' && !isFinal(status)]).toEqual([false, false])
    }),
    { numRuns: 5000 },
  )
})

test('never ends an attempt by a status that is not final', () => {
  fc.assert(
    fc.property(
      statuses.filter(status => !['success', 'failed', 'reversed'].includes(status)),
      status => {
        expect(judge({ ...PAID, status }, ATTEMPT).verdict).toBe('pending')
      },
    ),
  )
})
