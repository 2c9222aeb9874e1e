import { pino } from 'pino'

/**
 * What is written about a request or a failure: one JSON line each, without bodies, tokens, names or addresses of
 * people.
 */
export const log = pino({
  base: null,
  level: process.env.LOG_LEVEL ?? 'info',
  timestamp: pino.stdTimeFunctions.isoTime,
})
