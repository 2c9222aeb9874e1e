import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf, readAt, sorted, sought, text } from '#api/http/rules.ts'
import { listTills, tillTable } from '#api/sync/list-tills.ts'
import { noteSeen } from '#api/sync/note-seen.ts'
import { changeTill, enrolTill, findTill } from '#api/sync/tills.ts'
import { checkKey, enrolKey } from '#api/trust/enrol-key.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import { TILL_ORDERS, type TillFilters } from '#sync/protocol/endpoints/tills.ts'
import type { ChainHead, EnrolledKey, PublicKey } from '#sync/protocol/signed.ts'
import type { StaffTill, Till, TillDetail, TillKey, TillSequence } from '#sync/protocol/till.ts'
import { UUID } from '#sync/protocol/mutation.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

const status = () => Joi.string<Till['status_code']>().valid('ACTIVE', 'REVOKED')
const message = Joi.string().required()

const tillKeys = {
  id: Joi.number().required(),
  code: Joi.string().required(),
  name: Joi.string().required(),
  device_id: Joi.string().required(),
  status_code: status().required(),
}
const sequenceKeys = {
  last_seq: Joi.number().required(),
  last_number: Joi.number().required(),
  missing_seqs: Joi.array().items(Joi.number()).required(),
}
const staffKeys = {
  ...tillKeys,
  seen_at: Joi.string().allow(null).required(),
  last_seq: Joi.number().required(),
  open_gaps: Joi.number().required(),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
  last_sale: Joi.object({
    order_id: Joi.number().required(),
    number: Joi.string().required(),
    sold_at: Joi.string().required(),
  })
    .allow(null)
    .required(),
  enrolled_by: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).allow(null).required(),
}
const chain = Joi.object<ChainHead, true>({ seq: Joi.number().required(), hash: Joi.string().allow('').required() })
const enrolledReply = Joi.object<Till & TillSequence & Partial<EnrolledKey>, true>({
  ...tillKeys,
  ...sequenceKeys,
  key_id: Joi.string(),
  approved: Joi.boolean(),
  chain,
  certificate: Joi.string(),
}).required()
const keyReply = Joi.object<TillKey, true>({
  key_id: Joi.string().required(),
  approved: Joi.boolean().required(),
  cosigned_by: Joi.string().allow(null).required(),
  forked: Joi.boolean().required(),
  enrolled_by: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).allow(null).required(),
  created_at: Joi.string().required(),
  chain: chain.required(),
})
const detailReply = Joi.object<TillDetail, true>({
  ...staffKeys,
  ...sequenceKeys,
  keys: Joi.array().items(keyReply).required(),
}).required()

const coordinate = () =>
  Joi.string()
    .pattern(/^[\w-]{43}$/, 'base64url')
    .required()
const signature = () => Joi.string().pattern(/^[\w-]{86}$/, 'base64url')

const filters = { search: sought(), status_code: status(), gaps: Joi.boolean().valid(true).truthy('1') }

export const tillRoutes = [
  route(
    'POST /api/staff/tills',
    {
      summary: 'Enrols a device as a till, with its signing key; the same device stays the same till.',
      access: STAFF,
      status: 201,
      body: Joi.object<BodyOf<'POST /api/staff/tills'>, true>({
        name: text(60).required(),
        device_id: Joi.string().pattern(UUID, 'UUID').required(),
        public_key: Joi.object<PublicKey, true>({
          kty: Joi.string<'EC'>().valid('EC').required(),
          crv: Joi.string<'P-256'>().valid('P-256').required(),
          x: coordinate(),
          y: coordinate(),
        }),
        proof: signature(),
        cosign: signature(),
        unsigned_until: Joi.number().integer().min(0).max(4_294_967_295),
      })
        .and('public_key', 'proof')
        .with('cosign', 'public_key')
        .with('unsigned_until', 'public_key'),
      reply: Joi.object({ message, till: enrolledReply }),
    },
    async ({ body: { name, device_id, public_key, proof, ...more }, session, answer }) => {
      const sent = public_key && proof ? { public_key, proof, ...more } : null
      if (sent) checkKey(device_id, sent)
      const { till: found, made } = await enrolTill({ name, device_id })
      const till = sent ? { ...found, ...(await enrolKey(found, sent, userOf(session))) } : found
      await noteSeen(till.device_id)
      if (!made) answer(200)
      return { message: made ? `This device is now till ${till.code}.` : `This device is till ${till.code}.`, till }
    },
  ),

  route(
    'GET /api/staff/tills',
    {
      summary: 'The tills, when each was last seen, its last sale and its unexplained sequence gaps.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/tills'>, true>({ ...page(), ...filters, ...sorted(TILL_ORDERS) }),
      reply: Joi.object({ tills: pageOf(Joi.object<StaffTill, true>(staffKeys)) }),
    },
    async ({ query }) => ({ tills: await listTills(query) }),
  ),

  csvRoute(
    'GET /api/staff/tills/csv',
    {
      summary: 'Tills that match the filters, as CSV.',
      access: MANAGEMENT,
      query: Joi.object<TillFilters, true>(filters),
      file: 'tills',
    },
    ({ query }) => tillTable(query),
  ),

  route(
    'GET /api/staff/tills/:id',
    {
      summary: 'One till, the last sequence number it sent, and the earlier ones that never arrived.',
      access: STAFF,
      reply: Joi.object({ till: detailReply }),
    },
    async ({ params }) => ({ till: await findTill(params.id) }),
  ),

  route(
    'PATCH /api/staff/tills/:id',
    {
      summary: 'Renames a till, approves its key, revokes it or restores it.',
      access: MANAGEMENT,
      body: Joi.object<BodyOf<'PATCH /api/staff/tills/:id'>, true>({
        name: text(60),
        status_code: status(),
        approved_key_id: Joi.string().pattern(/^[\w-]{43}$/, 'base64url'),
        updated_at: readAt(),
      }),
      reply: Joi.object({ message, till: detailReply }),
    },
    async ({ params, body }) => ({ message: 'Till updated.', till: await changeTill(params.id, body) }),
  ),
]
