import type { Connection } from 'mysql2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitOf, limitStatements, withReadLimit } from '#api/db/time-limits.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const READ = 'SELECT id FROM orders'
const WRITE = 'UPDATE orders SET number = 1'

/** A connection whose statements never end by themselves, and what is done to it. */
function aConnection() {
  const done: string[] = []
  const bare = { addCommand: (command: object) => command }
  const connection = {
    threadId: 41,
    addCommand: bare.addCommand,
    stream: { destroy: ({ code }: { code?: string }) => void done.push(`closed ${code}`) },
  }
  limitStatements(connection as unknown as Connection, {
    silent: () => void done.push('silent'),
    ended: threadId => void done.push(`ended ${threadId}`),
  })
  /** Sends a statement; the result says that it has ended. */
  const ask = (sql: string, add = connection.addCommand) => {
    let end = () => {}
    add({ sql, once: (_: 'end', told: () => void) => void (end = told) })
    return () => end()
  }
  return { ask, bare, done }
}

test.each([
  ['a read of a request', READ, { ms: 5_000, within: (work: () => void) => withReadLimit(work) }],
  ['a read of a report', READ, { ms: 60_000, within: (work: () => void) => withReadLimit(work, { isReport: true }) }],
  ['a read that no request waits for', READ, { ms: 60_000, within: (work: () => void) => work() }],
  ['a write of a request', WRITE, { ms: 30_000, within: (work: () => void) => withReadLimit(work) }],
  ['a write of a report', WRITE, { ms: 30_000, within: (work: () => void) => withReadLimit(work, { isReport: true }) }],
  ['a read that locks', `${READ} FOR UPDATE`, { ms: 30_000, within: (work: () => void) => withReadLimit(work) }],
])('closes the connection of %s when its time is over, and not before', (_, sql, { ms, within }) => {
  const { ask, done } = aConnection()
  within(() => void ask(sql))
  vi.advanceTimersByTime(ms - 1)
  expect(done).toEqual(['silent'])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['silent', 'ended 41', 'closed ETIMEDOUT'])
})

test('leaves a statement alone that has ended', () => {
  const { ask, done } = aConnection()
  ask(WRITE)()
  vi.advanceTimersByTime(60_000)
  expect(done).toEqual([])
})

test('control: nothing ends a statement that goes past the limits', () => {
  const { ask, bare, done } = aConnection()
  ask(WRITE, bare.addCommand)
  vi.advanceTimersByTime(3_600_000)
  expect(done).toEqual([])
})

test('takes a statement in brackets or with a table of its own for a read', () => {
  for (const sql of ['(SELECT 1) UNION (SELECT 2)', ' WITH a AS (SELECT 1) SELECT * FROM a', 'show tables'])
    expect([sql, limitOf(sql)]).toEqual([sql, 60_000])
  expect(limitOf(`${READ} LOCK IN SHARE MODE`)).toBe(30_000)
})
