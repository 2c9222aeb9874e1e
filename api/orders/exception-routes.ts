import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf, text } from '#api/http/rules.ts'
import { listExceptions, resolveException } from '#api/orders/exceptions.ts'
import type { Endpoints, ShopException } from '#sync/protocol/endpoints.ts'
import { EXCEPTIONS } from '#sync/protocol/mutation.ts'

const status = () => Joi.string<ShopException['status_code']>().valid('OPEN', 'RESOLVED')
const code = () => Joi.string<ShopException['code']>().valid(...EXCEPTIONS)

const exceptionReply = Joi.object<ShopException, true>({
  id: Joi.number().required(), code: code().required(), order_id: Joi.number().required(), number: Joi.string().allow(null).required(),
  product_variation_id: Joi.number().allow(null).required(), item: Joi.string().allow(null).required(), detail: Joi.string().required(), status_code: status().required(),
  note: Joi.string().allow(null).required(), created_at: Joi.string().required(), resolved_at: Joi.string().allow(null).required(),
})

export const exceptionRoutes = [
  route('GET /api/staff/exceptions', {
    summary: 'Oddities of booked sales that wait for a manager, the newest first.',
    access: 3,
    query: Joi.object<Endpoints['GET /api/staff/exceptions']['query'], true>({ ...page(), status_code: status(), code: code() }),
    reply: Joi.object({ exceptions: pageOf(exceptionReply) }),
  }, async ({ query }) => ({ exceptions: await listExceptions(query) })),

  route('PATCH /api/staff/exceptions/:id', {
    summary: 'Closes an exception with a note.',
    access: 3,
    body: Joi.object<Endpoints['PATCH /api/staff/exceptions/:id']['body'], true>({ status_code: Joi.string<'RESOLVED'>().valid('RESOLVED').required(), note: text(500).required() }),
    reply: Joi.object({ message: Joi.string().required(), exception: exceptionReply }),
  }, async ({ params, body, session }) => ({ message: 'Exception resolved.', exception: await resolveException(params.id, body.note, userOf(session).id) })),
]
