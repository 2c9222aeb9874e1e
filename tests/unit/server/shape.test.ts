import { expect, test } from 'vitest'
import { AppError } from '#api/errors.ts'
import { checkShape } from '#api/http/shape.ts'

const refusalOf = (json: string) => {
  try {
    checkShape(Buffer.from(json))
    return null
  } catch (error) {
    return error instanceof AppError ? error.status : error
  }
}
const named = (name: string, between = '') => `{"a":[{"b":1,"${name}"${between}:1}]}`

test('takes a name of 999 bytes, and texts of any length where a value stands', () => {
  for (const json of [
    named('k'.repeat(999)),
    `{"a":"${'x'.repeat(100_000)}"}`,
    `["${'x'.repeat(100_000)}"]`,
    `{"a":"${'x'.repeat(2_000)}","b":1}`,
    `{"a":"${'":'.repeat(2_000).replaceAll('"', '\\"')}"}`,
  ])
    expect([json.slice(0, 20), refusalOf(json)]).toEqual([json.slice(0, 20), null])
})

// Before: a name of a megabyte took 30 ms of the processor.
test.each([
  ['a letter more', 'k'.repeat(1_000), ''],
  ['letters of two bytes', 'é'.repeat(500), ''],
  ['escaped quotes', '\\"'.repeat(500), ''],
  ['an escaped backslash at its end', `${'k'.repeat(1_000)}\\\\`, ''],
  ['blanks before the colon', 'k'.repeat(1_000), ' \t\r\n'],
  ['a megabyte', 'k'.repeat(1_000_000), ''],
])('refuses a name that is too long: %s', (_, name, between) => {
  expect(refusalOf(named(name, between))).toBe(422)
  expect(() => JSON.parse(named(name, between)) as unknown).not.toThrow() // the parser alone would take it
})

test('leaves a text that never ends to the parser', () => {
  for (const json of [`{"${'k'.repeat(2_000)}`, `{"a":"${'\\'.repeat(2_001)}`]) expect(refusalOf(json)).toBe(null)
})
