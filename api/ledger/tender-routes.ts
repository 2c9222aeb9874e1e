import Joi from 'joi'
import { accountReply, referenceRule, tenderKind } from '#api/ledger/account-rows.ts'
import { addTender, changeTender } from '#api/ledger/tenders.ts'
import { route } from '#api/http/route.ts'
import { readAt, text } from '#api/http/rules.ts'
import type { AddedTender, ChangedTender } from '#sync/protocol/staff/ledger.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'

const reply = () => Joi.object({ message: Joi.string().required(), account: accountReply.required() })
const name = () => text(60)

/** There is one drawer's account: another one for cash would be counted by nobody. */
const newKind = () => tenderKind().invalid('CASH').messages({ 'any.invalid': 'The shop has one account for cash' })

export const tenderRoutes = [
  route(
    'POST /api/staff/accounts',
    {
      summary: 'Adds a way of paying at the till, with an account of its own. Tills offer it after their next pull.',
      access: MANAGEMENT,
      status: 201,
      stepUp: true,
      body: Joi.object<AddedTender, true>({
        name: name().required(),
        kind: newKind().required(),
        asks_reference: referenceRule().required(),
        opens_drawer: Joi.boolean().required(),
      }),
      reply: reply(),
    },
    async ({ body }) => ({ message: 'Payment method added.', account: await addTender(body) }),
  ),

  route(
    'PATCH /api/staff/accounts/:id',
    {
      summary:
        'Changes a way of paying: its name, kind, rules, place from 1, or whether tills offer it. Accounts are never deleted.',
      access: MANAGEMENT,
      stepUp: true,
      body: Joi.object<ChangedTender, true>({
        name: name(),
        kind: tenderKind(),
        asks_reference: referenceRule(),
        opens_drawer: Joi.boolean(),
        place: Joi.number().integer().min(1).max(100),
        status_code: Joi.string<'ACTIVE' | 'ARCHIVED'>().valid('ACTIVE', 'ARCHIVED'),
        updated_at: readAt(),
      }).min(1),
      reply: reply(),
    },
    async ({ params, body }) => ({ message: 'Payment method updated.', account: await changeTender(params.id, body) }),
  ),
]
