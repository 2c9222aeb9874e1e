import { EventEmitter } from 'node:events'
import type { Connection } from 'mysql2'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitStatements } from '#api/db/time-limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A statement on a connection that has broken off, or has not; how often its end is asked for. */
function overdue({ isLost }: { isLost: boolean }) {
  const stream = { destroyed: isLost, destroy: vi.fn<(error: Error) => void>() }
  const driver = { threadId: 7, stream, addCommand: (command: object) => command }
  const ended = vi.fn<(threadId: number | null) => void>()
  limitStatements(driver as unknown as Connection, { silent: () => {}, ended })
  driver.addCommand(Object.assign(new EventEmitter(), { sql: 'UPDATE products SET id = id' }))
  vi.advanceTimersByTime(60_000)
  return { ended, destroyed: stream.destroy }
}

test('ends an overdue statement on the server, and its connection', () => {
  const { ended, destroyed } = overdue({ isLost: false })
  expect(ended.mock.calls).toEqual([[7]])
  expect(destroyed).toHaveBeenCalledOnce()
})

// Before: a restarted server was told to end whichever connection had the number since.
test('ends nothing on the server when the connection has broken off before', () => {
  const { ended, destroyed } = overdue({ isLost: true })
  expect(ended).not.toHaveBeenCalled()
  expect(destroyed).not.toHaveBeenCalled()
})
