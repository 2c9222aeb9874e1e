import Router from '@koa/router'
import Koa from 'koa'
import type { Context, Middleware } from 'koa'
import { log } from '#api/http/log.ts'
import { calm, chaosRules } from '#api/sandbox/chaos.ts'
import { addChargeCalls } from '#api/sandbox/charge-calls.ts'
import { addCheckoutCalls } from '#api/sandbox/checkout-calls.ts'
import { addRefundCalls } from '#api/sandbox/refund-calls.ts'
import {
  invalidKey,
  invalidParameters,
  SandboxRefusal,
  serverFault,
  unknownReference,
  unknownRoute,
} from '#api/sandbox/refusals.ts'
import { addTransactionCalls, answer, bodyOf } from '#api/sandbox/transaction-calls.ts'
import { SANDBOX_PATH, type Sandbox, type SandboxOptions } from '#api/sandbox/sandbox.ts'
import { webhookBody } from '#api/sandbox/transaction-body.ts'
import { transactionBy } from '#api/sandbox/transactions.ts'
import { webhookSender } from '#api/sandbox/webhooks.ts'

/**
 * An imitation of Paystack's API and pop-up below /sandbox/paystack. It knows only where the shop's webhooks go. It has
 * its own tables, so that payments and unanswered webhooks survive a restart.
 * @throws in production: nobody should pay with play money there
 */
export function createSandbox({ origin, publicKey, secretKey, webhookUrl, now = Date.now }: SandboxOptions): Sandbox {
  if (process.env.NODE_ENV === 'production') throw new Error('The payment sandbox is for the demo only.')
  const underWay = new Set<Promise<void>>()
  const sandbox: Sandbox = {
    app: new Koa(),
    base: `${origin}${SANDBOX_PATH}`,
    origin,
    publicKey,
    domain: secretKey.startsWith('sk_live_') ? 'live' : 'test',
    now,
    chaos: calm(),
    webhooks: webhookSender({ url: webhookUrl, secretKey, now, chaos: () => sandbox.chaos }),
    follow(work) {
      const watched = noted(work).finally(() => underWay.delete(watched))
      underWay.add(watched)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
      await sandbox.webhooks.idle()
    },
  }
  const open = new Router({ prefix: SANDBOX_PATH })
  addCheckoutCalls(open, sandbox)
  const closed = new Router({ prefix: SANDBOX_PATH })
  addTransactionCalls(closed, sandbox)
  addChargeCalls(closed, sandbox)
  addRefundCalls(closed, sandbox)
  addControls(closed, sandbox)
  sandbox.app.use(refusals).use(readBody).use(open.routes()).use(onlyWith(secretKey)).use(closed.routes())
  return sandbox
}

/** Routes everything below /sandbox/paystack to the sandbox, before the shop's own middleware. */
export function mountSandbox(options: SandboxOptions): Middleware {
  const answerSandbox = createSandbox(options).app.callback()
  return (ctx, next) => {
    if (ctx.path !== SANDBOX_PATH && !ctx.path.startsWith(`${SANDBOX_PATH}/`)) return next()
    ctx.respond = false
    return answerSandbox(ctx.req, ctx.res)
  }
}

/** Controls for tests: misbehaviour, and sending one webhook, or all that are due. */
function addControls(router: Router, sandbox: Sandbox): void {
  router.post('/_chaos', ctx => {
    const { value, error } = chaosRules.validate(bodyOf(ctx))
    if (error) throw invalidParameters(error.message)
    sandbox.chaos = { ...calm(), ...value }
    answer(ctx, 'Chaos set', sandbox.chaos)
  })

  router.post('/_webhooks', async ctx => {
    const { reference } = bodyOf(ctx)
    if (reference === undefined) await sandbox.webhooks.deliverDue()
    else {
      const row = await transactionBy('reference', String(reference), sandbox.now())
      if (row?.paid_at == null) throw unknownReference()
      await sandbox.webhooks.send([{ event: 'charge.success', domain: row.domain, data: webhookBody(row) }])
    }
    answer(ctx, 'Webhook sent', {})
  })
}

async function noted(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    log.warn({ error: { name: (error as Error).name } }, 'sandbox work failed')
  }
}

let read: Promise<Middleware> | null = null

/** The body reader loads with the first payment. */
const readBody: Middleware = async (ctx, next) =>
  (await (read ??= import('koa-body').then(({ koaBody }) => koaBody({ jsonLimit: '1mb', text: false }))))(ctx, next)

const onlyWith =
  (key: string): Middleware =>
  (ctx, next) => {
    if (ctx.get('Authorization') !== `Bearer ${key}`) throw invalidKey()
    return next()
  }

const refusals: Middleware = async (ctx, next) => {
  ctx.set({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  })
  try {
    await next()
    if (ctx.status === 404 && ctx.body == null) throw unknownRoute()
  } catch (error) {
    const { status, body } = error instanceof SandboxRefusal ? error : unexpected(ctx, error)
    ctx.status = status
    ctx.body = body
  }
}

function unexpected(ctx: Context, error: unknown): SandboxRefusal {
  const { status, name, stack } = error as Error & { status?: number }
  if (status !== undefined && status < 500) return invalidParameters('Invalid JSON sent')
  log.error({ path: ctx.path, error: { name, stack } }, 'sandbox failed')
  return serverFault()
}
