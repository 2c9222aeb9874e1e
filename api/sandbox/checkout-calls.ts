import { readFile } from 'node:fs/promises'
import type Router from '@koa/router'
import type { Context } from 'koa'
import { attemptPayment } from '#api/sandbox/attempt.ts'
import { answersOf, cardOf, chargeBody, walletOf } from '#api/sandbox/charge-calls.ts'
import { hostedPage } from '#api/sandbox/hosted-page.ts'
import { pageScript } from '#api/sandbox/page-script.ts'
import { readPaymentRequest } from '#api/sandbox/read-request.ts'
import { invalidKey, invalidParameters, transactionNotFound } from '#api/sandbox/refusals.ts'
import type { Sandbox } from '#api/sandbox/sandbox.ts'
import { answer, bodyOf, sessionTimeout } from '#api/sandbox/transaction-calls.ts'
import { customerOf } from '#api/sandbox/transaction-body.ts'
import { openTransaction, type SandboxTransaction, transactionBy } from '#api/sandbox/transactions.ts'

/** Routes for the payer's browser: the pop-up's page, its files, and its calls. */
export function addCheckoutCalls(router: Router, sandbox: Sandbox): void {
  const script = once(() => pageScript('checkout-page'))
  const inline = once(() => pageScript('inline'))
  router.get('/checkout.css', async ctx => asset(ctx, 'text/css', await styles()))
  router.get('/checkout-page.js', async ctx => asset(ctx, 'text/javascript', await script()))
  router.get('/inline.js', async ctx => asset(ctx, 'text/javascript', await inline()))

  router.get('/popup', ctx => page(ctx, null))
  router.get('/checkout/:access_code', async ctx => page(ctx, await opened(ctx.params.access_code!)))

  router.post('/checkout/request_inline', async ctx => {
    onlyWithPublicKey(ctx)
    const row = await openTransaction(
      { ...readPaymentRequest(bodyOf(ctx)), domain: sandbox.domain, ip_address: ctx.ip },
      sandbox.now(),
    )
    answer(ctx, 'Transaction created', { id: row.id, access_code: row.access_code, reference: row.reference })
  })

  router.get('/transaction/verify_access_code/:access_code', async ctx => {
    onlyWithPublicKey(ctx)
    answer(ctx, 'Access code validated', accessBody(await opened(ctx.params.access_code!), sandbox))
  })

  router.post('/checkout/:access_code/pay', async ctx => {
    const row = await opened(ctx.params.access_code!)
    const limit = await sessionTimeout()
    if (limit > 0 && sandbox.now() - row.created_at.getTime() > limit * 1000)
      throw invalidParameters('This payment session has expired')
    const body = bodyOf(ctx)
    const attempted = await attemptPayment(
      {
        column: 'access_code',
        value: row.access_code,
        ...meansOf(body, sandbox.now()),
        answers: answersOf(body),
        ip: ctx.ip,
        oneChance: false,
        answersAfter: null,
      },
      sandbox.now(),
    )
    await sandbox.webhooks.send(attempted.events)
    const reply = chargeBody(attempted, sandbox.base)
    answer(ctx, 'Charge attempted', attempted.outcome.kind === 'paid' ? paidBody(attempted.row) : reply)
  })

  async function opened(access_code: string) {
    const row = await transactionBy('access_code', access_code, sandbox.now())
    if (!row) throw transactionNotFound()
    return row
  }

  function page(ctx: Context, row: SandboxTransaction | null) {
    ctx.set(
      'Content-Security-Policy',
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors 'self' ${sandbox.origin}`,
      ].join('; '),
    )
    ctx.type = 'html'
    ctx.body = hostedPage({ publicKey: sandbox.publicKey, access_code: row?.access_code ?? null })
  }

  function onlyWithPublicKey(ctx: Context) {
    if (ctx.get('Authorization') !== `Bearer ${sandbox.publicKey}`) throw invalidKey()
  }
}

const styles = once(() => readFile(new URL('page/checkout.css', import.meta.url), 'utf8'))

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null
  return () => (done ??= work())
}

function asset(ctx: Context, type: string, text: string) {
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = type
  ctx.body = text
}

/** The page's own body: a card as {number, expiry: MM/YY, cvv}, or {mobile_money: {phone, provider}}. */
function meansOf({ number, expiry, cvv, mobile_money }: Record<string, unknown>, now: number) {
  if (mobile_money !== null && typeof mobile_money === 'object')
    return walletOf(mobile_money as Record<string, unknown>)
  const [, month, year] = /^(\d\d) ?\/ ?(\d\d)$/.exec(String(expiry)) ?? []
  return cardOf({ number, cvv, month, year }, now)
}

/** What the pop-up passes to the shop's page. */
function paidBody({ id, reference, callback_url }: SandboxTransaction) {
  const query = new URLSearchParams({ trxref: reference, reference })
  return {
    status: 'success',
    reference,
    id,
    transaction: String(id),
    trans: String(id),
    trxref: reference,
    message: 'Approved',
    redirecturl: callback_url === null ? null : `${callback_url}${callback_url.includes('?') ? '&' : '?'}${query}`,
  }
}

function accessBody(row: SandboxTransaction, { publicKey }: Sandbox) {
  const { cancel_action = null, custom_filters = null } = (JSON.parse(row.metadata) ?? {}) as {
    cancel_action?: string | null
    custom_filters?: object | null
  }
  return {
    email: row.email,
    merchant_logo: null,
    merchant_name: 'Demo shop',
    amount: row.amount,
    domain: row.domain,
    currency: row.currency,
    id: row.id,
    channels: ['card', 'mobile_money'],
    label: '',
    original_amount: row.amount,
    added_fees: 0,
    merchant_id: 412829,
    merchant_key: publicKey,
    cancel_action,
    access_code: row.access_code,
    transaction_status: row.status,
    log: null,
    custom_filters: custom_filters && JSON.stringify(custom_filters),
    customer: customerOf(row.email),
    reference: row.reference,
    callback_url: row.callback_url,
    saved_cards: [],
  }
}
