import { setTimeout as sleep } from 'node:timers/promises'
import type Router from '@koa/router'
import type { Context } from 'koa'
import { execute, selectOne } from '#api/db/database.ts'
import { answerPhones } from '#api/sandbox/phones.ts'
import { readPaymentRequest } from '#api/sandbox/read-request.ts'
import {
  invalidParameters,
  serverFault,
  tooManyRequests,
  transactionNotFound,
  unknownReference,
} from '#api/sandbox/refusals.ts'
import type { Sandbox } from '#api/sandbox/sandbox.ts'
import { logOf, transactionBody } from '#api/sandbox/transaction-body.ts'
import { listTransactions, openTransaction, transactionBy } from '#api/sandbox/transactions.ts'

const TIMEOUT = 'payment_session_timeout'
const SLOW_MS = 5_000
/** Longer than any client waits. */
const SILENT_MS = 120_000

/** Transactions for the merchant's server. */
export function addTransactionCalls(router: Router, sandbox: Sandbox): void {
  router.post('/transaction/initialize', async ctx => {
    const row = await openTransaction(
      { ...readPaymentRequest(bodyOf(ctx)), domain: sandbox.domain, ip_address: ctx.ip },
      sandbox.now(),
    )
    answer(ctx, 'Authorization URL created', {
      authorization_url: `${sandbox.base}/checkout/${row.access_code}`,
      access_code: row.access_code,
      reference: row.reference,
    })
  })

  router.get('/transaction/verify/:reference', async ctx => {
    const { chaos } = sandbox
    const wrong = chaos.verify !== 'right' && chaos.verifies-- > 0 ? chaos.verify : 'right'
    if (wrong === '500') throw serverFault()
    if (wrong === '429') throw limitReached(ctx)
    if (wrong === 'silent') await sleep(SILENT_MS, undefined, { ref: false })
    if (wrong === 'slow') await sleep(SLOW_MS)
    await answerPhones(sandbox)
    const row = await transactionBy('reference', ctx.params.reference!, sandbox.now())
    if (!row) throw unknownReference()
    const body = transactionBody(row)
    answer(
      ctx,
      'Verification successful',
      wrong === 'abandoned'
        ? {
            ...body,
            status: 'abandoned',
            paid_at: null,
            paidAt: null,
            authorization: {},
            fees: null,
            gateway_response: 'The transaction was not completed',
          }
        : { ...body, ...chaos.patch },
    )
  })

  router.get('/transaction', async ctx => {
    const window = windowOf(ctx)
    const { rows, total, volume } = await listTransactions(filterOf(ctx.query as Record<string, string>), {
      ...window,
      now: sandbox.now(),
    })
    answer(ctx, 'Transactions retrieved', {
      data: rows.map(transactionBody),
      meta: { ...metaOf(window, total), total_volume: volume },
    })
  })

  router.get('/transaction/totals', async ctx => {
    const { total, volume } = await listTransactions({ status: 'success' }, { page: 1, perPage: 1, now: sandbox.now() })
    const sums = [{ currency: 'GHS', amount: volume }]
    answer(ctx, 'Transaction totals', {
      total_transactions: total,
      total_volume: volume,
      total_volume_by_currency: sums,
      pending_transfers: 0,
      pending_transfers_by_currency: [],
    })
  })

  router.get('/transaction/timeline/:name', async ctx =>
    answer(ctx, 'Timeline retrieved', logOf(await named(ctx.params.name!, sandbox)) ?? {}),
  )
  router.get('/transaction/:name', async ctx =>
    answer(ctx, 'Transaction retrieved', transactionBody(await named(ctx.params.name!, sandbox))),
  )

  router.get('/integration/payment_session_timeout', async ctx =>
    answer(ctx, 'Payment session timeout retrieved', { payment_session_timeout: await sessionTimeout() }),
  )
  router.put('/integration/payment_session_timeout', async ctx => {
    const { timeout } = bodyOf(ctx)
    if (typeof timeout !== 'number' || !Number.isInteger(timeout) || timeout < 0 || timeout > 4_294_967_295)
      throw invalidParameters('"timeout" must be an integer')
    await execute(
      'INSERT INTO sandbox_settings (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE value = VALUES(value)',
      [TIMEOUT, timeout],
    )
    answer(ctx, 'Payment session timeout updated', { payment_session_timeout: timeout })
  })
}

/** Seconds a pop-up stays open for a payment; 0: no limit. */
export const sessionTimeout = async (): Promise<number> =>
  (await selectOne<{ value: number }>('SELECT value FROM sandbox_settings WHERE name = ?', [TIMEOUT]))?.value ?? 0

export const bodyOf = (ctx: Context) => (ctx.request.body ?? {}) as Record<string, unknown>

/** Answers as Paystack does, with `data` as it is, or `{ data, meta }` for a paged list. */
export function answer(ctx: Context, message: string, reply: object): void {
  ctx.body = { status: true, message, ...('meta' in reply && 'data' in reply ? reply : { data: reply }) }
}

async function named(name: string, { now }: Sandbox) {
  const row =
    (/^\d{1,18}$/.test(name) ? await transactionBy('id', name, now()) : null) ??
    (await transactionBy('reference', name, now()))
  if (!row) throw transactionNotFound()
  return row
}

interface Window {
  page: number
  perPage: number
}

/** The requested page of a list. */
export function windowOf(ctx: Context): Window {
  const { perPage = '50', page = '1' } = ctx.query as Record<string, string>
  return { page: Math.max(1, Number(page) || 1), perPage: Math.min(100, Math.max(1, Number(perPage) || 50)) }
}

/** A paged list's meta data. */
export const metaOf = ({ page, perPage }: Window, total: number) => ({
  total,
  skipped: (page - 1) * perPage,
  page,
  perPage,
  pageCount: Math.max(1, Math.ceil(total / perPage)),
})

/** A time in a query, in the database's format. */
export const momentIn = (text: string): string | undefined =>
  Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString().slice(0, 23).replace('T', ' ')

function filterOf({ status, amount, from, to }: Record<string, string>) {
  return {
    ...(status && { status }),
    ...(amount && { amount: Number(amount) || 0 }),
    ...(from && { from: momentIn(from) }),
    ...(to && { to: momentIn(to) }),
  }
}

function limitReached(ctx: Context) {
  ctx.set({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' })
  return tooManyRequests()
}
