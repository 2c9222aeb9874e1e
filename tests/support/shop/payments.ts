import { select, selectOne } from '#api/db/database.ts'
import { env, type Payments } from '#api/env.ts'
import { calm, type Chaos } from '#api/sandbox/chaos.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { type Api, aUser, type Reply } from '#tests/support/server/api.ts'
import { GOOD, PUBLIC, type RunningSandbox, startSandbox } from '#tests/support/shop/sandbox.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { aSubmission } from '#tests/support/server/submission.ts'

export interface PayingShop extends RunningSandbox {
  /** Pays, like the pop-up. */
  pay: (payment: Pick<Payment, 'access_code'>, card?: object) => Promise<void>
  chaos: (chaos: Partial<Chaos>) => void
  /** Makes the provider unreachable, or reachable again. */
  unreachable: (isSo: boolean) => void
}

/** Connects the api to a new sandbox, which sends it webhooks. */
export async function payAtSandbox(api: Api): Promise<PayingShop> {
  const before = env.payments!
  const run = await startSandbox({
    secretKey: before.secretKey,
    webhookUrl: `${api.base}/api/payments/paystack/webhook`,
  })
  const payments: Payments = { ...before, publicKey: PUBLIC, apiUrl: run.base }
  env.payments = payments
  return {
    ...run,
    async pay({ access_code }, card = GOOD) {
      const { status, body } = await run.call('POST', `/checkout/${access_code}/pay`, card, null)
      if (status !== 200) throw new Error(`The card was refused: ${body.message}`)
    },
    chaos: chaos => {
      run.sandbox.chaos = { ...calm(), ...chaos }
    },
    unreachable: isSo => {
      env.payments = { ...payments, apiUrl: isSo ? 'http://127.0.0.1:9' : run.base }
    },
    stop() {
      env.payments = before
      run.stop()
    },
  }
}

export interface Placed {
  status: number
  order: OwnOrder
  payment: Payment | null
  reply: Reply
}

/** A customer or a guest with a cart. */
export async function aBuyer(api: Api, who: 'customer' | 'guest' = 'customer') {
  const { token } = who === 'guest' ? await aGuest() : await aUser('CUSTOMER')
  const send = (method: string, path: string, body?: unknown) =>
    api.send(method, `/api/${path}`, { token, ...(body !== undefined && { body }) })
  return {
    token,
    send,
    fill: (product_variation_id: number, quantity = 1) => send('POST', 'cart', { product_variation_id, quantity }),
    async place(more: object = {}, key?: string): Promise<Placed> {
      const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
      const reply = await api.send('POST', '/api/orders', { token, body: { ...aSubmission(), ...more }, headers })
      return { status: reply.status, reply, ...(reply.body as unknown as Pick<Placed, 'order' | 'payment'>) }
    },
    /** Fills the cart with one variation and places the order, unpaid. */
    async order(product_variation_id: number, quantity = 1): Promise<{ order: OwnOrder; payment: Payment }> {
      await this.fill(product_variation_id, quantity)
      const { order, payment, reply } = await this.place()
      if (!payment) throw new Error(`Not placed: ${reply.text}`)
      return { order, payment }
    },
    check: (order_id: number) => send('PATCH', 'orders', { order_id }),
  }
}
export type Buyer = Awaited<ReturnType<typeof aBuyer>>

/** Counts everything about an order that must exist once, or not at all. */
export async function tally(order_id: number) {
  const one = async (sql: string) => Number((await selectOne<{ n: number | null }>(sql, { order_id }))!.n ?? 0)
  const order = (await selectOne<{ status_code: string; cancelled_by: string | null }>(
    'SELECT status_code, cancelled_by FROM orders WHERE id = :order_id',
    { order_id },
  ))!
  return {
    status: order.status_code,
    applied: await one("SELECT COUNT(*) AS n FROM payments WHERE order_id = :order_id AND status_code = 'APPLIED'"),
    returned: await one("SELECT COUNT(*) AS n FROM payments WHERE order_id = :order_id AND status_code = 'RETURNED'"),
    refunds: await one(
      'SELECT COUNT(*) AS n FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE p.order_id = :order_id',
    ),
    entries: await one("SELECT COUNT(*) AS n FROM transactions WHERE order_id = :order_id AND type_code = 'SALE'"),
    sold:
      0 - (await one("SELECT SUM(quantity) AS n FROM stock_movements WHERE order_id = :order_id AND reason = 'SALE'")),
    held:
      0 -
      (await one(
        "SELECT SUM(quantity) AS n FROM stock_movements WHERE order_id = :order_id AND reason IN ('RESERVATION', 'RELEASE')",
      )),
    coupon: await one('SELECT COUNT(*) AS n FROM coupon_redemptions WHERE order_id = :order_id'),
    mails: await one("SELECT COUNT(*) AS n FROM mails WHERE once_key = CONCAT('order-', :order_id, '-confirmed')"),
    exceptions: (
      await select<{ code: string }>('SELECT code FROM exceptions WHERE order_id = :order_id ORDER BY id', { order_id })
    ).map(({ code }) => code),
  }
}

const NOTHING = {
  applied: 0,
  returned: 0,
  refunds: 0,
  entries: 0,
  sold: 0,
  held: 0,
  coupon: 0,
  mails: 0,
  exceptions: [] as string[],
}
/** An order of one piece, without a coupon: paid, waiting, cancelled; tests override the rest. */
export const PAID = { ...NOTHING, status: 'PROCESSING', applied: 1, entries: 1, sold: 1, mails: 1 }
export const WAITING = { ...NOTHING, status: 'UNPAID', held: 1 }
export const CANCELLED = { ...NOTHING, status: 'CANCELLED' }
/** A refund in addition. */
export const GOES_BACK = { returned: 1, refunds: 1 }
