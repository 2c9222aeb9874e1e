import { finished } from 'node:stream/promises'
import type Router from '@koa/router'
import type { Context } from 'koa'
import {
  createRefund,
  finishRefund,
  listRefunds,
  refundById,
  retryRefund,
  type SandboxRefund,
} from '#api/sandbox/refunds.ts'
import { refundNotFound } from '#api/sandbox/refusals.ts'
import type { Sandbox } from '#api/sandbox/sandbox.ts'
import { transactionBody } from '#api/sandbox/transaction-body.ts'
import { answer, bodyOf, metaOf, momentIn, windowOf } from '#api/sandbox/transaction-calls.ts'
import type { SandboxTransaction } from '#api/sandbox/transactions.ts'

const TEN_DAYS_MS = 10 * 24 * 60 * 60_000

/** Refunds: queued at once, and finished right after the reply. */
export function addRefundCalls(router: Router, sandbox: Sandbox): void {
  router.post('/refund', async ctx => {
    const { refund, row } = await createRefund(bodyOf(ctx), sandbox.chaos, sandbox.now())
    answer(ctx, 'Refund has been queued for processing', createdBody(refund, row))
    afterReply(ctx, async () => sandbox.webhooks.send(await finishRefund(refund.id, sandbox.chaos, sandbox.now())))
  })

  router.get('/refund', async ctx => {
    const { transaction, from } = ctx.query as { transaction?: string; from?: string }
    const window = windowOf(ctx)
    const { rows, total } = await listRefunds({ transaction, from: from && momentIn(from) }, window)
    answer(ctx, 'Refunds retrieved', {
      data: rows.map(refund => refundBody(refund, sandbox)),
      meta: metaOf(window, total),
    })
  })

  router.get('/refund/:id', async ctx =>
    answer(ctx, 'Refund retrieved', refundBody(await refundById(idOf(ctx)), sandbox)),
  )

  router.post('/refund/retry_with_customer_details/:id', async ctx => {
    const { refund, events } = await retryRefund(idOf(ctx), sandbox.now())
    answer(ctx, 'Refund retried and has been queued for processing', refundBody(refund, sandbox))
    afterReply(ctx, () => sandbox.webhooks.send(events))
  })

  function afterReply(ctx: Context, work: () => Promise<unknown>) {
    const hungUp = () => {}
    sandbox.follow(finished(ctx.res).catch(hungUp).then(work))
  }
}

function createdBody(refund: SandboxRefund, row: SandboxTransaction) {
  const {
    id,
    domain,
    reference,
    amount,
    paid_at,
    channel,
    currency,
    authorization,
    customer,
    plan,
    subaccount,
    split,
    order_id,
    paidAt,
  } = transactionBody(row)
  return {
    transaction: {
      id,
      domain,
      reference,
      amount,
      paid_at,
      channel,
      currency,
      authorization,
      customer,
      plan,
      subaccount,
      split,
      order_id,
      paidAt,
      pos_transaction_data: null,
      source: null,
      fees_breakdown: null,
    },
    integration: 412829,
    deducted_amount: 0,
    channel: null,
    merchant_note: refund.merchant_note,
    customer_note: refund.customer_note,
    status: refund.status,
    refunded_by: 'shop@sandbox.test',
    expected_at: new Date(refund.created_at.getTime() + TEN_DAYS_MS).toISOString(),
    currency: refund.currency,
    domain,
    amount: refund.amount,
    fully_deducted: false,
    id: refund.id,
    createdAt: refund.created_at.toISOString(),
    updatedAt: refund.updated_at.toISOString(),
  }
}

const refundBody = (refund: SandboxRefund, { domain }: Sandbox) => ({
  integration: 412829,
  transaction: refund.transaction_id,
  dispute: null,
  settlement: null,
  id: refund.id,
  domain,
  currency: refund.currency,
  amount: refund.amount,
  status: refund.status,
  refunded_at: refund.status === 'processed' ? refund.updated_at.toISOString() : null,
  refunded_by: 'shop@sandbox.test',
  customer_note: refund.customer_note,
  merchant_note: refund.merchant_note,
  deducted_amount: refund.status === 'processed' ? refund.amount : 0,
  fully_deducted: refund.status === 'processed',
  createdAt: refund.created_at.toISOString(),
})

function idOf(ctx: { params: Record<string, string> }): number {
  const id = Number(ctx.params.id)
  if (!Number.isSafeInteger(id) || id < 1) throw refundNotFound()
  return id
}
