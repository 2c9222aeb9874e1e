import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { exceptionReply } from '#api/orders/exception-rules.ts'
import { bookRejected } from '#api/sync/rejected.ts'

export const rejectedRoutes = [
  route('POST /api/staff/exceptions/:id/apply', {
    summary: 'Books a rejected sale once what stood against it is mended; its till hears that it is accepted when it sends it again.',
    access: 3,
    reply: Joi.object({ message: Joi.string().required(), exception: exceptionReply }),
  }, async ({ params, session }) => {
    const exception = await bookRejected(params.id, userOf(session).id)
    return { message: `${exception.note} Its till hears of it when it sends the sale again.`, exception }
  }),
]
