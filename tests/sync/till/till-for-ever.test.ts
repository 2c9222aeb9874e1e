import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Ways to delete a whole database, or all that a page has stored. */
const DELETES = /deleteDatabase|Dexie\.delete\(|\.databases\(|\b(?:db|till|database)\.delete\(\)|clear-site-data/i

const sources = ['sync', 'pwa', 'api'].flatMap(room =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:tsx?|mjs)$/.test(name))
    .map(name => `${room}/${name}`),
)

test("has no code that deletes a browser's database", () => {
  expect(sources.length).toBeGreaterThan(20)
  expect(sources.filter(file => DELETES.test(readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  "indexedDB.deleteDatabase('outbox')",
  'await Dexie.delete(name)',
  'await till.delete()',
  "ctx.set('Clear-Site-Data', '\"storage\"')",
])('%s would be found', code => {
  expect(code).toMatch(DELETES)
})
