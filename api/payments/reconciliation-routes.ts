import Joi from 'joi'
import { env } from '#api/env.ts'
import { paymentsUnavailable } from '#api/errors.ts'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import { lastReconciliationOf, listReconciliations, reconciliationTable } from '#api/payments/list-reconciliations.ts'
import { isSilence } from '#api/payments/provider.ts'
import { reconcile } from '#api/payments/reconcile.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { PageQuery } from '#sync/protocol/page.ts'
import {
  comparedWords,
  DIFFERENCES,
  MOST_RECONCILED_DAYS,
  type Difference,
  type Reconciliation,
} from '#sync/protocol/staff/reconciliation.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'

const cedis = () => Joi.number().allow(null).required()

const reconciliationReply = Joi.object<Reconciliation, true>({
  id: Joi.number().required(),
  since: Joi.string().required(),
  listed: Joi.number().required(),
  differences: Joi.array()
    .items(
      Joi.object<Difference, true>({
        kind: Joi.string<Difference['kind']>()
          .valid(...DIFFERENCES)
          .required(),
        reference: Joi.string().required(),
        order_id: Joi.number().allow(null).required(),
        theirs: cedis(),
        ours: cedis(),
      }),
    )
    .required(),
  error: Joi.string().allow(null).required(),
  user: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).allow(null).required(),
  created_at: Joi.string().required(),
})

export const reconciliationRoutes = [
  route(
    'GET /api/staff/reconciliations',
    {
      summary: "The hourly comparisons of the payment provider's records with ours, the newest first.",
      access: MANAGEMENT,
      query: Joi.object<PageQuery, true>(page()),
      reply: Joi.object({ reconciliations: pageOf(reconciliationReply) }),
    },
    async ({ query }) => ({ reconciliations: await listReconciliations(query) }),
  ),

  csvRoute(
    'GET /api/staff/reconciliations/csv',
    {
      summary: "All comparisons with the payment provider's records as CSV, a line per difference.",
      access: MANAGEMENT,
      file: 'reconciliations',
    },
    () => reconciliationTable(),
  ),

  route(
    'POST /api/staff/reconciliations',
    {
      summary: 'Compares the last days now, two by default. If the provider does not answer, the reply says so.',
      access: MANAGEMENT,
      status: 201,
      inPhases: true,
      body: Joi.object<BodyOf<'POST /api/staff/reconciliations'>, true>({
        days: Joi.number().integer().min(1).max(MOST_RECONCILED_DAYS),
      }),
      reply: Joi.object({ message: Joi.string().required(), reconciliation: reconciliationReply.required() }),
    },
    async ({ body, session }) => {
      if (!env.payments) throw paymentsUnavailable()
      const user_id = userOf(session).id
      await reconcile(undefined, user_id, body.days).catch((error: unknown) => {
        if (!isSilence(error)) throw error
      })
      const reconciliation = await lastReconciliationOf(user_id)
      return { message: wordsOf(reconciliation), reconciliation }
    },
  ),
]

const wordsOf = (reconciliation: Reconciliation): string =>
  reconciliation.error
    ? 'The payment provider did not answer. Please try again in a moment.'
    : comparedWords(reconciliation)
