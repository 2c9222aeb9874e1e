import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { day, id, page, pageOf, sorted, sought } from '#api/http/rules.ts'
import { changeTable, listChanges } from '#api/staff/changes.ts'
import { findAnything } from '#api/staff/find-anything.ts'
import { CHANGE_ORDERS, type ChangeFilters } from '#sync/protocol/endpoints/desk.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

const text = () => Joi.string().required()
const maybe = <Rule extends Joi.Schema>(rule: Rule) => rule.allow(null).required()
const listOf = (row: Joi.PartialSchemaMap) => Joi.array().items(Joi.object(row)).required()

const changeFilters = {
  subject: sought(40).min(1),
  subject_id: id(),
  user_id: id(),
  start_date: day(),
  end_date: day(),
  search: sought(),
}

export const deskRoutes = [
  route(
    'GET /api/staff/search',
    {
      summary:
        'A few products, orders and, for management also customers: by words, SKU, barcode, number, phone, email.',
      access: STAFF,
      query: Joi.object({ text: sought().min(1).required() }),
      reply: Joi.object({
        products: listOf({
          id: Joi.number().required(),
          name: text(),
          sku: maybe(Joi.string()),
          status_code: text(),
          picture: maybe(Joi.string()),
        }),
        orders: listOf({
          id: Joi.number().required(),
          number: text(),
          status_code: text(),
          customer: text(),
          total: Joi.number().required(),
          ordered_at: text(),
        }),
        customers: listOf({ id: Joi.number().required(), name: text(), email: text(), phone: maybe(Joi.string()) }),
      }),
    },
    ({ query, session }) => findAnything(query.text, userOf(session).role.id >= MANAGEMENT),
  ),

  route(
    'GET /api/staff/changes',
    {
      summary:
        "Staff's changes, the newest first: who, when, from where, before and after. Managers see only the history of one product, variation, order, refund, cash count, goods receipt or stock count.",
      access: STAFF,
      query: Joi.object({ ...page(), ...changeFilters, ...sorted(CHANGE_ORDERS) }),
      reply: Joi.object({
        changes: pageOf(
          Joi.object({
            id: Joi.number().required(),
            user: maybe(Joi.object({ id: Joi.number().required(), name: text() })),
            ip: maybe(Joi.string()),
            subject: text(),
            subject_id: maybe(Joi.number()),
            action: text(),
            was: maybe(Joi.object()),
            became: maybe(Joi.object()),
            created_at: text(),
          }),
        ),
      }),
    },
    async ({ query, session }) => ({ changes: await listChanges(query, userOf(session).role.id) }),
  ),

  csvRoute(
    'GET /api/staff/changes/csv',
    {
      summary: "Staff's changes that match the filters, as CSV.",
      access: MANAGEMENT,
      stepUp: true,
      query: Joi.object<ChangeFilters, true>(changeFilters),
      file: 'changes',
    },
    ({ query }) => changeTable(query),
  ),
]
