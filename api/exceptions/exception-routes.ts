import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { day, id, page, pageOf, sorted, sought, text } from '#api/http/rules.ts'
import { exceptionCode, exceptionReply, exceptionStatus } from '#api/exceptions/exception-rules.ts'
import { exceptionTable, listExceptions } from '#api/exceptions/exceptions.ts'
import { resolveException, resolveExceptions } from '#api/exceptions/resolve-exceptions.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import { EXCEPTION_ORDERS, type ExceptionFilters } from '#sync/protocol/endpoints/tills.ts'
import {
  EXCEPTIONS,
  EXCEPTION_SUBJECTS,
  type ExceptionCounts,
  type ExceptionSubject,
} from '#sync/protocol/staff/exception.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const message = Joi.string().required()
const openReply = Joi.object(
  Object.fromEntries(EXCEPTIONS.map(each => [each, Joi.number()])),
).required() as Joi.ObjectSchema<ExceptionCounts>

const filters = {
  search: sought(),
  status_code: exceptionStatus(),
  code: exceptionCode(),
  about: Joi.string<ExceptionSubject>().valid(...(Object.keys(EXCEPTION_SUBJECTS) as ExceptionSubject[])),
  start_date: day(),
  end_date: day(),
  till_id: id(),
}

export const exceptionRoutes = [
  route(
    'GET /api/staff/exceptions',
    {
      summary:
        'Exceptions of sales and payments for a manager, the newest first, and how many of each kind are open. With grouped, those of one till and kind are one row with a count.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/exceptions'>, true>({
        ...page(),
        ...filters,
        ...sorted(EXCEPTION_ORDERS),
        grouped: Joi.boolean(),
      }),
      reply: Joi.object({ exceptions: pageOf(exceptionReply), open: openReply }),
    },
    ({ query }) => listExceptions(query),
  ),

  csvRoute(
    'GET /api/staff/exceptions/csv',
    {
      summary: 'Exceptions that match the filters, as CSV.',
      access: STAFF,
      query: Joi.object<ExceptionFilters, true>(filters),
      file: 'exceptions',
    },
    ({ query }) => exceptionTable(query),
  ),

  route(
    'PATCH /api/staff/exceptions/:id',
    {
      summary: 'Closes an exception with a note, and with a stock count if there was one.',
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/exceptions/:id'>, true>({
        status_code: Joi.string<'RESOLVED'>().valid('RESOLVED').required(),
        note: text(500).required(),
        counted: Joi.number().integer().min(0).max(1_000_000),
      }),
      reply: Joi.object({ message, exception: exceptionReply }),
    },
    async ({ params, body, session }) => ({
      message: 'Exception resolved.',
      exception: await resolveException(params.id, body, userOf(session)),
    }),
  ),

  route(
    'POST /api/staff/exceptions/resolve',
    {
      summary:
        'Closes several exceptions with one note; closed ones stay as they are. With grouped, each with all earlier ones of its till and kind.',
      access: STAFF,
      body: Joi.object<BodyOf<'POST /api/staff/exceptions/resolve'>, true>({
        ids: Joi.array().items(id().required()).min(1).max(500).required(),
        note: text(500).required(),
        grouped: Joi.boolean(),
      }),
      reply: Joi.object({ message, resolved: Joi.number().required() }),
    },
    async ({ body, session }) => {
      const resolved = await resolveExceptions(body, userOf(session))
      return { message: `${resolved} resolved.`, resolved }
    },
  ),
]
