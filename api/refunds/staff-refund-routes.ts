import Joi from 'joi'
import { conflict } from '#api/errors.ts'
import { userOf } from '#api/http/access.ts'
import { csvRoute, inBatches, tableOf, type CsvColumn } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { pageOf } from '#api/http/rules.ts'
import { creditRefund } from '#api/refunds/credit-refund.ts'
import { approveRefund, callOffRefund, refuseRefund } from '#api/refunds/decide-refund.ts'
import { listRefunds, refundsAfter } from '#api/refunds/find-refunds.ts'
import { findStaffRefund } from '#api/refunds/find-staff-refund.ts'
import { payRefund, type QueueRefund } from '#api/refunds/pay-refund.ts'
import { completeRefund, receiveGoods } from '#api/refunds/receive-goods.ts'
import {
  callOffRules,
  decisionRules,
  goodsRules,
  listQuery,
  moneyRules,
  refundReply,
  requestRules,
  staffRefundReply,
  tableQuery,
} from '#api/refunds/refund-rules.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import { payoutGuarded } from '#api/refunds/second-person.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import {
  GOODS_STATUSES,
  MONEY_STATUSES,
  REFUND_ACTIONS,
  REFUND_REASONS,
  REFUND_STATUSES,
  type Refund,
  type StaffRefund,
} from '#sync/protocol/shop/refund.ts'
import { STAFF } from '#sync/protocol/roles.ts'

/** What returns need from the payment provider. */
export interface Provider {
  queueRefund: QueueRefund
  /** Sends a return's queued refunds, outside any transaction; without an answer they stay queued. */
  sendRefundsOf: (refund_id: number) => Promise<void>
}

const answer = Joi.object({ message: Joi.string().required(), refund: staffRefundReply })

/** Staff's routes for returns. */
export const staffRefundRoutes = (provider: Provider) => [
  route(
    'GET /api/staff/refunds',
    {
      summary: 'Returns that match all filters, the newest first.',
      access: STAFF,
      query: listQuery,
      reply: Joi.object({ refunds: pageOf(refundReply) }),
    },
    async ({ query }) => ({ refunds: await listRefunds(query) }),
  ),

  csvRoute(
    'GET /api/staff/refunds/csv',
    { summary: 'The same as CSV.', access: STAFF, query: tableQuery, file: 'refunds' },
    ({ query }) =>
      tableOf(
        COLUMNS,
        inBatches(id => refundsAfter(query, id)),
      ),
  ),

  route(
    'GET /api/staff/refunds/:id',
    {
      summary: 'A return with its lines, their amounts, and its events.',
      access: STAFF,
      reply: Joi.object({ refund: staffRefundReply }),
    },
    async ({ params }) => ({ refund: await findStaffRefund(params.id) }),
  ),

  route(
    'POST /api/staff/refunds',
    {
      summary: 'Requests a return on behalf of a customer, for any paid order or till sale, however old.',
      access: STAFF,
      status: 201,
      body: requestRules,
      reply: answer,
    },
    async ({ body, session }) => ({
      message: 'Return requested.',
      refund: await findStaffRefund((await requestRefund(body, userOf(session).id, 'STAFF')).id),
    }),
  ),

  route(
    'PATCH /api/staff/refunds/:id',
    {
      summary:
        'Approves or refuses a request, or completes an approved one: pays what is unpaid, takes back the named goods, and leaves the rest with the customer.',
      access: STAFF,
      body: decisionRules,
      stepUp: async ({ params, body, session }) =>
        body.status_code === 'COMPLETED' && payoutGuarded(params.id, session),
      reply: answer,
    },
    async ({ params, body, session }) => {
      await decide(params.id, { ...body, user_id: userOf(session).id }, provider)
      const refund = await findStaffRefund(params.id)
      return { message: wordsOf(refund), refund }
    },
  ),

  route(
    'POST /api/staff/refunds/:id/money',
    {
      summary:
        'Pays an approved refund, or takes the difference of an exchange: through an account, or by default the way the money came.',
      access: STAFF,
      body: moneyRules,
      inPhases: true,
      stepUp: ({ params, session }) => payoutGuarded(params.id, session),
      reply: answer,
    },
    async ({ params, body, session, phase }) => {
      await phase(async () => {
        await payRefund(params.id, { ...body, user_id: userOf(session).id, queueRefund: provider.queueRefund })
        return params.id
      })
      await provider.sendRefundsOf(params.id)
      const refund = await findStaffRefund(params.id)
      return { message: wordsOf(refund), refund }
    },
  ),

  route(
    'POST /api/staff/refunds/:id/credit',
    {
      summary:
        'Pays an approved refund as store credit: a code that is shown once, or sent to the customer of a website order.',
      access: STAFF,
      idempotent: false,
      stepUp: ({ params, session }) => payoutGuarded(params.id, session),
      reply: answer.append({ code: Joi.string().allow(null).required() }),
    },
    async ({ params, session }) => {
      const code = await creditRefund(params.id, userOf(session).id)
      const refund = await findStaffRefund(params.id)
      return { message: wordsOf(refund), refund, code }
    },
  ),

  route(
    'POST /api/staff/refunds/:id/goods',
    {
      summary: 'Takes goods back, each line once: onto the shelf, or as damaged. Exchange goods leave the shelf.',
      access: STAFF,
      body: goodsRules,
      reply: answer,
    },
    async ({ params, body, session }) => {
      await receiveGoods(params.id, body.items, userOf(session).id)
      const refund = await findStaffRefund(params.id)
      return { message: wordsOf(refund), refund }
    },
  ),

  route(
    'POST /api/staff/refunds/:id/call-off',
    {
      summary: 'Ends an approved return before money or goods have moved.',
      access: STAFF,
      body: callOffRules,
      reply: answer,
    },
    async ({ params, body, session }) => {
      await callOffRefund(params.id, { ...body, user_id: userOf(session).id })
      return { message: 'Return cancelled.', refund: await findStaffRefund(params.id) }
    },
  ),
]

type Decision = BodyOf<'PATCH /api/staff/refunds/:id'> & { user_id: number }

async function decide(
  id: number,
  { status_code, note, account_code, till_id, restock, ...body }: Decision,
  { queueRefund, sendRefundsOf }: Provider,
): Promise<void> {
  const decision = { ...body, note: note || null }
  switch (status_code) {
    case 'APPROVED':
      return approveRefund(id, decision)
    case 'REFUSED':
      return refuseRefund(id, decision)
    case 'COMPLETED':
      await completeRefund(id, { ...body, account_code, till_id, restock, queueRefund })
      return sendRefundsOf(id)
    case 'REQUESTED':
      throw conflict('A return cannot become a request again.')
  }
}

function wordsOf({ status_code, money_status, goods_status, provider_status }: StaffRefund): string {
  if (status_code === 'REFUSED') return 'Return refused.'
  if (status_code === 'COMPLETED') return 'Return completed.'
  if (provider_status === 'QUEUED')
    return 'The payment provider has not answered yet. The money is sent as soon as it does. Nothing is sent twice.'
  if (money_status === 'NEEDS_ATTENTION') return 'The refund needs attention.'
  if (money_status === 'PENDING') return goods_status === 'AWAITED' ? 'Return approved.' : 'Items received.'
  if (goods_status !== 'AWAITED') return 'Items received.'
  return `${money_status === 'PROCESSING' ? 'The payment provider is sending the money.' : 'Refund settled.'} Items not received yet.`
}

const COLUMNS: readonly CsvColumn<Refund>[] = [
  ['id', ({ id }) => id],
  ['order', ({ number }) => number],
  ['action', ({ action }) => REFUND_ACTIONS[action]],
  ['reason', ({ reason }) => REFUND_REASONS[reason]],
  ['status', ({ status_code }) => REFUND_STATUSES[status_code]],
  ['money', ({ money_status }) => MONEY_STATUSES[money_status]],
  ['goods', ({ goods_status }) => GOODS_STATUSES[goods_status]],
  ['amount', ({ amount }) => amount.toFixed(2)],
  ['note', ({ note }) => note],
  ['asked', ({ created_at }) => new Date(created_at)],
]
