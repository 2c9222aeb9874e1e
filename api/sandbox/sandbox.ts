import Router from '@koa/router'
import Koa from 'koa'
import { koaBody } from 'koa-body'
import type { Context, Middleware } from 'koa'
import { log } from '#api/http/log.ts'
import { calm, chaosRules, type Chaos } from '#api/sandbox/chaos.ts'
import { addChargeRoutes } from '#api/sandbox/charge-routes.ts'
import { addCheckoutRoutes } from '#api/sandbox/checkout-routes.ts'
import { addRefundRoutes } from '#api/sandbox/refund-routes.ts'
import { invalidKey, invalidParameters, SandboxRefusal, serverFault, unknownReference, unknownRoute } from '#api/sandbox/refusals.ts'
import { addTransactionRoutes, answer, bodyOf } from '#api/sandbox/transaction-routes.ts'
import { webhookBody } from '#api/sandbox/transaction-body.ts'
import { type Domain, transactionBy } from '#api/sandbox/transactions.ts'
import { type Sender, webhookSender } from '#api/sandbox/webhooks.ts'

export const SANDBOX_PATH = '/sandbox/paystack'

export interface SandboxOptions {
  /** Where browsers find the sandbox and the one shop whose pages may frame it, without a slash at its end. */
  origin: string
  publicKey: string
  secretKey: string
  webhookUrl: string
  /** Its clock, in ms. */
  now?: () => number
}

export interface Sandbox {
  app: Koa
  /** The address of the API and its pages. */
  base: string
  origin: string
  publicKey: string
  /** As the key says: sk_live_… is live. */
  domain: Domain
  now: () => number
  chaos: Chaos
  webhooks: Sender
  /** Lets work go on that no reply waits for. */
  follow: (work: Promise<unknown>) => void
  /** Resolves when nothing is under way behind the replies. */
  idle: () => Promise<void>
}

/**
 * A double of Paystack's API and pop-up below /sandbox/paystack, which knows of the shop only where its webhooks go. Its books are in
 * tables of their own, so that payments and unanswered webhooks outlive a restart.
 * @throws in production: nobody shall pay there with money that is none
 */
export function createSandbox({ origin, publicKey, secretKey, webhookUrl, now = Date.now }: SandboxOptions): Sandbox {
  if (process.env.NODE_ENV === 'production') throw new Error('The payment sandbox is for the demo only.')
  const underWay = new Set<Promise<void>>()
  const sandbox: Sandbox = {
    app: new Koa(), base: `${origin}${SANDBOX_PATH}`, origin, publicKey, domain: secretKey.startsWith('sk_live_') ? 'live' : 'test', now, chaos: calm(),
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
  addCheckoutRoutes(open, sandbox)
  const closed = new Router({ prefix: SANDBOX_PATH })
  addTransactionRoutes(closed, sandbox)
  addChargeRoutes(closed, sandbox)
  addRefundRoutes(closed, sandbox)
  addControls(closed, sandbox)
  sandbox.app.use(refusals).use(koaBody({ jsonLimit: '1mb', text: false })).use(open.routes()).use(onlyWith(secretKey)).use(closed.routes())
  return sandbox
}

/** Answers what lies below /sandbox/paystack with the sandbox, before anything of the shop's own sees it. */
export function mountSandbox(options: SandboxOptions): Middleware {
  const answerSandbox = createSandbox(options).app.callback()
  return (ctx, next) => {
    if (ctx.path !== SANDBOX_PATH && !ctx.path.startsWith(`${SANDBOX_PATH}/`)) return next()
    ctx.respond = false
    return answerSandbox(ctx.req, ctx.res)
  }
}

/** What tests reach: misbehaving, and sending a webhook, or all that are due, by hand. */
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

const onlyWith = (key: string): Middleware => (ctx, next) => {
  if (ctx.get('Authorization') !== `Bearer ${key}`) throw invalidKey()
  return next()
}

const refusals: Middleware = async (ctx, next) => {
  ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'strict-origin-when-cross-origin' })
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
