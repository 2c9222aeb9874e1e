import Joi from 'joi'
import { route } from '#api/http/route.ts'
import { page, pageOf, text } from '#api/http/rules.ts'
import { changeTill, enrolTill, findTill, listTills } from '#api/sync/tills.ts'
import type { Endpoints } from '#sync/protocol/endpoints.ts'
import type { Till, TillSequence } from '#sync/protocol/till.ts'
import { UUID } from '#sync/protocol/mutation.ts'

const status = () => Joi.string<Till['status_code']>().valid('ACTIVE', 'REVOKED')
const message = Joi.string().required()

const tillReply = Joi.object<Till, true>({
  id: Joi.number().required(), code: Joi.string().required(), name: Joi.string().required(), device_id: Joi.string().required(), status_code: status().required(),
})
const sequencedReply = (tillReply as Joi.ObjectSchema).keys({
  last_seq: Joi.number().required(), last_number: Joi.number().required(), missing_seqs: Joi.array().items(Joi.number()).required(),
}).required() as Joi.ObjectSchema<Till & TillSequence>

export const tillRoutes = [
  route('POST /api/staff/tills', {
    summary: 'Enrols a device as a till; the same device again is the same till.',
    access: 3,
    status: 201,
    body: Joi.object<Endpoints['POST /api/staff/tills']['body'], true>({ name: text(60).required(), device_id: Joi.string().pattern(UUID, 'UUID').required() }),
    reply: Joi.object({ message, till: sequencedReply }),
  }, async ({ body, answer }) => {
    const { till, made } = await enrolTill(body)
    if (!made) answer(200)
    return { message: made ? `This device is now till ${till.code}.` : `This device is till ${till.code}.`, till }
  }),

  route('GET /api/staff/tills', {
    summary: 'The tills.', access: 3, query: Joi.object(page()), reply: Joi.object({ tills: pageOf(tillReply) }),
  }, async ({ query }) => ({ tills: await listTills(query) })),

  route('GET /api/staff/tills/:id', {
    summary: 'One till, the last sequence number it sent, and which before that never arrived.', access: 3, reply: Joi.object({ till: sequencedReply }),
  }, async ({ params }) => ({ till: await findTill(params.id) })),

  route('PATCH /api/staff/tills/:id', {
    summary: 'Renames a till or takes it out of service.',
    access: 4,
    body: Joi.object<Endpoints['PATCH /api/staff/tills/:id']['body'], true>({ name: text(60), status_code: status() }),
    reply: Joi.object({ message, till: sequencedReply }),
  }, async ({ params, body }) => ({ message: 'Till updated.', till: await changeTill(params.id, body) })),
]
