import type { Middleware } from 'koa'
import { tooLarge } from '#api/errors.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { REPORTS_PATH } from '#api/server/headers.ts'
import { log } from '#api/http/log.ts'
import { allowTry } from '#api/http/tries.ts'
import { maskCardNumbers } from '#sync/protocol/card-number.ts'

const MOST_BYTES = 8_192
const MOST_CHARACTERS = 200
/** Reports a minute: from one address, and in total. Refuses more, unread. */
const LIMITS = { address: 10, all: 100 }

interface Report {
  'document-uri'?: unknown
  'effective-directive'?: unknown
  'blocked-uri'?: unknown
}

/**
 * Logs what a browser's policy has blocked: directive, page and source. Anybody may call it, so it accepts little and
 * stores less.
 */
export const cspReports: Middleware = async (ctx, next) => {
  if (ctx.path !== REPORTS_PATH || ctx.method !== 'POST') return next()
  await allowTry([
    { key: `csp address ${addressGroup(ctx.ip)}`, failures: LIMITS.address, grows: false, here: true },
    { key: 'csp all', failures: LIMITS.all, grows: false, here: true },
  ])
  const report = readReport(await readBytes(ctx.req))
  if (report)
    log.warn(
      {
        directive: inShort(report['effective-directive']),
        page: withoutQuery(report['document-uri']),
        blocked: withoutQuery(report['blocked-uri']),
      },
      'a page policy stopped something',
    )
  ctx.status = 204
}

async function readBytes(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw tooLarge('This report is larger than 8 KB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readReport(text: string): Report | null {
  try {
    const body = JSON.parse(text) as { 'csp-report'?: Report } | null
    return typeof body?.['csp-report'] === 'object' ? body['csp-report'] : null
  } catch {
    return null
  }
}

const inShort = (value: unknown) => (typeof value === 'string' ? maskCardNumbers(value.slice(0, MOST_CHARACTERS)) : '')

/** The query may hold a secret, such as an order's link or a password reset's. */
const withoutQuery = (value: unknown) =>
  inShort(
    typeof value === 'string'
      ? value
          .slice(0, 2 * MOST_CHARACTERS)
          .replace(/[?#].*$/s, '')
          .replace(/(\/track\/)[^/]+/, '$1…')
      : '',
  )
