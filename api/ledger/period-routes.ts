import Joi from 'joi'
import { closeMonth } from '#api/ledger/close-month.ts'
import { month } from '#api/ledger/ledger-rules.ts'
import { listPeriods, periodTable } from '#api/ledger/list-periods.ts'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { AccountMonth, Period } from '#sync/protocol/staff/ledger.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'

const sum = () => Joi.number().required()

const monthReply = Joi.object<AccountMonth, true>({
  account_code: Joi.string().required(),
  account: Joi.object({ name: Joi.string().required() }).required(),
  opening_balance: sum(),
  credits: sum(),
  debits: sum(),
  balance: sum(),
  entries: sum(),
  closing_balance: sum(),
})

const periodReply = Joi.object<Period, true>({
  period: month().required(),
  status_code: Joi.string<Period['status_code']>().valid('OPEN', 'CLOSED').required(),
  closable: Joi.boolean().required(),
  accounts: Joi.array().items(monthReply).required(),
  closed_at: Joi.string().allow(null).required(),
  closed_by: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).allow(null).required(),
})

export const periodRoutes = [
  route(
    'GET /api/staff/periods',
    {
      summary: "The months of the books, open and closed, the newest first, each with its accounts' totals.",
      access: MANAGEMENT,
      query: Joi.object(page()),
      reply: Joi.object({ periods: pageOf(periodReply) }),
    },
    async ({ query }) => ({ periods: await listPeriods(query) }),
  ),

  csvRoute(
    'GET /api/staff/periods/csv',
    { summary: "All months of the books with each account's total, as CSV.", access: MANAGEMENT, file: 'months' },
    () => periodTable(),
  ),

  route(
    'POST /api/staff/periods/close',
    {
      summary: 'Closes the oldest open month of all accounts once it is over. It then takes no more entries.',
      access: MANAGEMENT,
      status: 200,
      body: Joi.object<BodyOf<'POST /api/staff/periods/close'>, true>({ period: month().required() }),
      reply: Joi.object({ message: Joi.string().required(), period: periodReply.required() }),
    },
    async ({ body, session }) => ({
      message: `${body.period} is closed.`,
      period: await closeMonth(body.period, userOf(session).id),
    }),
  ),
]
