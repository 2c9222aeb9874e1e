import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignature } from '#api/payments/signature.ts'

const SECRET = 'sk_test_shop'
const sign = (body: Uint8Array | string, secret = SECRET) => createHmac('sha512', secret).update(body).digest('hex')
const BODY = Buffer.from('{ "event":"charge.success", "data":{"amount":1.0,"name":"Am\\u0061"} }')

test('accepts the bytes as they came, signed with our key', () => {
  expect(isSignature(BODY, sign(BODY), SECRET)).toBe(true)
})

test.each([
  ['none', ''],
  ['short', sign(BODY).slice(0, 127)],
  ['long', `${sign(BODY)}0`],
  ['in capitals', sign(BODY).toUpperCase()],
  ['no digits', 'z'.repeat(128)],
  ["another key's", sign(BODY, 'sk_test_other')],
  ["another body's", sign('{}')],
  ['sha256', createHmac('sha256', SECRET).update(BODY).digest('hex')],
  ['spaced', ` ${sign(BODY)}`],
  ['of the body written again', sign(JSON.stringify(JSON.parse(BODY.toString())))],
])('refuses a signature that is %s', (_, header) => {
  expect(isSignature(BODY, header, SECRET)).toBe(false)
})

test('refuses a body with one other byte', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (body, at, flip) => {
      const other = Uint8Array.from(body, (byte, i) => (i === at % body.length ? byte ^ flip : byte))
      expect(isSignature(body, sign(body), SECRET)).toBe(true)
      expect(isSignature(other, sign(body), SECRET)).toBe(false)
    }),
  )
})
