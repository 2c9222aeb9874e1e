import { pino } from 'pino'

/** Logs requests and failures, one JSON line each, without bodies, tokens, or people's names and addresses. */
export const log = pino({
  base: null,
  level: process.env.LOG_LEVEL ?? 'info',
  timestamp: pino.stdTimeFunctions.isoTime,
})
