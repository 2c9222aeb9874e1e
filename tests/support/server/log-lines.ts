import { pino } from 'pino'
import { afterAll, beforeAll, vi } from 'vitest'
import { log } from '#api/http/log.ts'

/** Collects all log lines of a file's tests, at every level. */
export function linesOfLog(): string[] {
  const lines: string[] = []
  beforeAll(() => {
    log.level = 'trace'
    const stream = (log as unknown as Record<symbol, { write: (line: string) => unknown }>)[pino.symbols.streamSym]!
    vi.spyOn(stream, 'write').mockImplementation(line => lines.push(line))
  })
  afterAll(() => {
    log.level = 'silent'
  })
  return lines
}
