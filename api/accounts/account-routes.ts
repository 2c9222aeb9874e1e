import Joi from 'joi'
import { select } from '#api/db/database.ts'
import { paged, windowOf } from '#api/http/paginate.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import type { Account } from '#sync/protocol/endpoints.ts'

const accountReply = Joi.object<Account, true>({
  id: Joi.number().required(), code: Joi.string().required(), name: Joi.string().required(), balance: Joi.number().required(),
  period: Joi.string().pattern(/^\d{4}-\d\d$/).required(), at_till: Joi.boolean().required(),
})

export const accountRoutes = [
  route('GET /api/staff/accounts', {
    summary: 'The accounts money goes into, each with the sum of its entries and the open month.', access: 3,
    query: Joi.object(page(100)), reply: Joi.object({ accounts: pageOf(accountReply) }),
  }, async ({ query }) => {
    const rows = await select<Omit<Account, 'at_till'> & { at_till: number; all_rows: number }>(`SELECT id, code, name, balance, DATE_FORMAT(UTC_DATE(), '%Y-%m') AS period, at_till,
      COUNT(*) OVER () AS all_rows FROM accounts ORDER BY id LIMIT :limit OFFSET :offset`, windowOf(query))
    const data = rows.map(({ all_rows, at_till, ...row }): Account => ({ ...row, at_till: Boolean(at_till) }))
    return { accounts: paged(data, rows[0]?.all_rows ?? 0, query) }
  }),
]
