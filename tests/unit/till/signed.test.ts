import { createHash, createPrivateKey, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical } from '#sync/protocol/canonical.ts'
import {
  cosignText,
  deviceHeader,
  enrolText,
  linkText,
  personalText,
  pullText,
  pushText,
  signedText,
  thumbprintText,
} from '#sync/protocol/signed.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const mutation = {
  id: 'a',
  kind: 'note.left',
  seq: 2,
  prev: '',
  grant: null,
  occurred_at: '2026-01-09T14:03:22.120Z',
  payload: { total: 1.5, lines: [] },
}

test('writes JSON as RFC 8785 does: its own example, to the byte', () => {
  const example = {
    numbers: [333_333_333.333_333_3, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '€$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  }
  expect(canonical(example)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
  expect(canonical({ '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 })).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  )
})

test('signs a mutation without its signature and customer, and links it with the signature', () => {
  const signed = { ...mutation, personal: { salt: 's', customer_name: 'Esi' }, sig: 'c2ln' }
  expect(signedText(signed)).toBe(
    '{"grant":null,"id":"a","kind":"note.left","occurred_at":"2026-01-09T14:03:22.120Z","payload":{"lines":[],"total":1.5},"prev":"","seq":2}',
  )
  expect(signedText(signed)).toBe(signedText(mutation))
  expect(linkText(signed)).toBe(
    '{"grant":null,"id":"a","kind":"note.left","occurred_at":"2026-01-09T14:03:22.120Z","payload":{"lines":[],"total":1.5},"prev":"","seq":2,"sig":"c2ln"}',
  )
  expect(personalText(signed.personal)).toBe('{"customer_name":"Esi","salt":"s"}')
})

test('names a key by its RFC 7638 thumbprint, whatever else a JWK holds', () => {
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE',
      x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
      y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
    },
  })
  const jwk = {
    kty: 'EC' as const,
    crv: 'P-256' as const,
    x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
    y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
  }
  expect(sha256(thumbprintText({ ...jwk, use: 'sig' } as typeof jwk))).toBe(sha256(thumbprintText(jwk)))
  expect(sha256(thumbprintText(jwk))).toBe('cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s')
  expect(sign('sha256', Buffer.from(signedText(mutation)), { key, dsaEncoding: 'ieee-p1363' })).toHaveLength(64)
})

test('writes the other signed texts as the contract has them', () => {
  expect([enrolText('d'), cosignText('d', 'k'), pushText('00ff'), pullText('/api/sync/pull?since=')]).toEqual([
    'enrol\nd',
    'enrol\nd\nk',
    'push\n00ff',
    'pull\n/api/sync/pull?since=',
  ])
  expect(deviceHeader('k', 's')).toBe('Device k.s')
})
