import Joi from 'joi'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { day, id, page, pageOf } from '#api/http/rules.ts'
import { findShift, listShifts, shiftTable } from '#api/shifts/shifts.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { ShiftFilters } from '#sync/protocol/endpoints/tills.ts'
import { STAFF } from '#sync/protocol/roles.ts'
import type { MoveDirection } from '#sync/protocol/kinds/cash-move.ts'
import type { VoidReason } from '#sync/protocol/kinds/sale-void.ts'
import type { MovedInShift, ShiftFigures, TenderFigures, VoidFigures } from '#sync/protocol/shifts/figures.ts'
import type { DrawerEvent, ShiftRevision, StaffShift } from '#sync/protocol/staff/shift.ts'

const number = () => Joi.number().required()
const maybe = () => Joi.number().allow(null).required()
const word = () => Joi.string().required()
const person = Joi.object({ id: number(), name: word() })

const shiftReply = Joi.object<StaffShift, true>({
  id: number(),
  till_code: word(),
  till: Joi.object({ id: number(), code: word(), name: word() }).allow(null).required(),
  teller: person.required(),
  opened_at: word(),
  float: number(),
  closed_at: word().allow(null),
  closed_by: person.allow(null).required(),
  expected: maybe(),
  counted: maybe(),
  difference: maybe(),
  revision: number(),
  paid_in: maybe(),
  paid_out: maybe(),
  no_sales: maybe(),
  note: word().allow(''),
})

const eventReply = Joi.object<DrawerEvent, true>({
  what: word(),
  moved: maybe(),
  note: word().allow(''),
  teller: person.required(),
  occurred_at: word(),
})

const figuresReply = Joi.object<ShiftFigures, true>({
  float: number(),
  sales: number(),
  subtotal: number(),
  discount: number(),
  total: number(),
  average: number(),
  voids: Joi.array().items(
    Joi.object<VoidFigures, true>({
      number: word(),
      occurred_at: word(),
      teller_id: number(),
      teller: Joi.string(),
      reason: Joi.string<VoidReason>().required(),
      amount: number(),
    }),
  ),
  paid_in: number(),
  paid_out: number(),
  moved: Joi.array().items(
    Joi.object<MovedInShift, true>({
      direction: Joi.string<MoveDirection>().required(),
      reason: word(),
      amount: number(),
    }),
  ),
  desk: Joi.number(),
  drawer_openings: number(),
  tenders: Joi.array()
    .items(
      Joi.object<TenderFigures, true>({
        account_code: word(),
        sales: number(),
        voided: Joi.number(),
        expected: number(),
        counted: maybe(),
        difference: maybe(),
      }),
    )
    .required(),
  by_hour: Joi.array()
    .items(Joi.object({ hour: word(), sales: number(), total: number() }))
    .required(),
  first_number: word().allow(null),
  last_number: word().allow(null),
  missing: number(),
})

const filters = {
  till_id: id(),
  teller_id: id(),
  state: Joi.string<'OPEN' | 'CLOSED'>().valid('OPEN', 'CLOSED'),
  start_date: day(),
  end_date: day(),
}

export const shiftRoutes = [
  route(
    'GET /api/staff/shifts',
    {
      summary: "The tills' shifts with what was expected and counted, the newest first.",
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/shifts'>, true>({ ...page(), ...filters }),
      reply: Joi.object({ shifts: pageOf(shiftReply) }),
    },
    async ({ query }) => ({ shifts: await listShifts(query) }),
  ),

  csvRoute(
    'GET /api/staff/shifts/csv',
    {
      summary: 'Shifts that match the filters, as CSV.',
      access: STAFF,
      query: Joi.object<ShiftFilters, true>(filters),
      file: 'shifts',
    },
    ({ query }) => shiftTable(query),
  ),

  route(
    'GET /api/staff/shifts/:id',
    {
      summary:
        'A shift with its reports, and with what was done to the drawer: what arrives late makes a further report.',
      access: STAFF,
      reply: Joi.object({
        shift: shiftReply.required(),
        revisions: Joi.array()
          .items(
            Joi.object<ShiftRevision, true>({
              revision: number(),
              figures: figuresReply.required(),
              created_at: word(),
            }),
          )
          .required(),
        events: Joi.array().items(eventReply).required(),
      }),
    },
    async ({ params }) => findShift(params.id),
  ),
]
