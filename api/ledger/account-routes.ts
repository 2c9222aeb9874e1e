import Joi from 'joi'
import { asksAgain } from '#api/factors/money-out.ts'
import { ACCOUNT_COLUMNS, accountReply, shownAccount, type AccountRow } from '#api/ledger/account-rows.ts'
import { accountTable } from '#api/ledger/account-table.ts'
import { readBooks } from '#api/ledger/ledger.ts'
import { transactionFilters, transactionType } from '#api/ledger/ledger-rules.ts'
import { listTransactions } from '#api/ledger/list-transactions.ts'
import { recordTransaction } from '#api/ledger/record-transaction.ts'
import { transactionTable } from '#api/ledger/transaction-table.ts'
import { select } from '#api/db/database.ts'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { pageCounted } from '#api/lists/paginate.ts'
import { route } from '#api/http/route.ts'
import { day, id, page, pageOf, signedMoney, sorted, text } from '#api/http/rules.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import { TRANSACTION_ORDERS, type TransactionFilters } from '#sync/protocol/endpoints/ledger.ts'
import type { Account, Transaction } from '#sync/protocol/staff/ledger.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

const direction = () => Joi.string<'Cr' | 'Dr'>().valid('Cr', 'Dr')
const sum = () => Joi.number().required()

const transactionReply = Joi.object<Transaction, true>({
  id: Joi.number().required(),
  account_code: Joi.string().required(),
  account: Joi.object({ name: Joi.string().required() }).required(),
  type_code: transactionType().required(),
  order_id: Joi.number().allow(null).required(),
  number: Joi.string().allow(null).required(),
  amount: sum(),
  direction: direction().required(),
  description: Joi.string().allow('').required(),
  business_date: Joi.string().required(),
  period: Joi.string().required(),
  till: Joi.object({ id: Joi.number().required(), code: Joi.string().required(), name: Joi.string().required() })
    .allow(null)
    .required(),
  user: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).allow(null).required(),
  created_at: Joi.string().required(),
})

export const accountRoutes = [
  route(
    'GET /api/staff/accounts',
    {
      summary: 'The accounts, each with its balance, and the open month.',
      access: STAFF,
      query: Joi.object(page(100)),
      reply: Joi.object({ accounts: pageOf(accountReply) }),
    },
    async ({ query }) => {
      const { open_period } = await readBooks()
      const { rows } = await pageCounted(
        query,
        window =>
          select<AccountRow & { all_rows: number }>(
            `SELECT ${ACCOUNT_COLUMNS}, COUNT(*) OVER () AS all_rows FROM accounts ORDER BY id LIMIT :limit OFFSET :offset`,
            window,
          ),
        ({ all_rows: _all, ...row }): Account => shownAccount(row, open_period),
      )
      return { accounts: rows }
    },
  ),

  csvRoute(
    'GET /api/staff/accounts/csv',
    { summary: 'The accounts with their balances, as CSV.', access: STAFF, file: 'accounts' },
    accountTable,
  ),

  route(
    'GET /api/staff/transactions',
    {
      summary: 'Ledger entries that match all filters, the newest first, and their total.',
      access: MANAGEMENT,
      query: Joi.object<QueryOf<'GET /api/staff/transactions'>, true>({
        ...page(),
        ...transactionFilters,
        ...sorted(TRANSACTION_ORDERS),
      }),
      reply: Joi.object({
        summaries: Joi.object({ credits: sum(), debits: sum(), balance: sum() }).required(),
        transactions: pageOf(transactionReply),
      }),
    },
    async ({ query }) => listTransactions(query),
  ),

  csvRoute(
    'GET /api/staff/transactions/csv',
    {
      summary: 'All entries that match the filters, as CSV.',
      access: MANAGEMENT,
      file: 'transactions',
      query: Joi.object<TransactionFilters, true>(transactionFilters),
    },
    ({ query }) => transactionTable(query),
  ),

  route(
    'POST /api/staff/transactions',
    {
      summary: 'Books an entry by hand; the amount may have either sign.',
      access: MANAGEMENT,
      status: 201,
      stepUp: async ({ body, session }) => body.direction === 'Dr' && asksAgain(session, Math.abs(body.amount)),
      body: Joi.object<BodyOf<'POST /api/staff/transactions'>, true>({
        account_code: text(40).required(),
        direction: direction().required(),
        amount: signedMoney().invalid(0).required().messages({ 'any.invalid': 'Enter an amount other than zero' }),
        description: text(255).required(),
        business_date: day(),
        till_id: id().allow(null),
      }),
      reply: Joi.object({ message: Joi.string().required(), transaction: transactionReply.required() }),
    },
    async ({ body, session }) => ({
      message: 'Transaction recorded.',
      transaction: await recordTransaction(body, userOf(session).id),
    }),
  ),
]
