import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { text } from '#api/http/rules.ts'
import { exceptionReply } from '#api/exceptions/exception-rules.ts'
import { bookRejected } from '#api/sync/rejected.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { STAFF } from '#sync/protocol/roles.ts'

export const rejectedRoutes = [
  route(
    'POST /api/staff/exceptions/:id/apply',
    {
      summary: 'Books a rejected sale after its cause is fixed; its till sees it accepted when it sends it again.',
      access: STAFF,
      body: Joi.object<BodyOf<'POST /api/staff/exceptions/:id/apply'>, true>({ note: text(400) }),
      reply: Joi.object({ message: Joi.string().required(), exception: exceptionReply }),
    },
    async ({ params, session, body }) => {
      const exception = await bookRejected(params.id, { user: userOf(session), note: body.note })
      return { message: `${exception.note} The till is told when it sends it again.`, exception }
    },
  ),
]
