import Joi from 'joi'
import { route } from '#api/http/route.ts'
import { noteSeen, refuseRevoked } from '#api/sync/note-seen.ts'
import { pull } from '#api/sync/pull.ts'
import { readGeneration } from '#api/trust/generation.ts'
import { endedGrant, readGrant } from '#api/trust/grants.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import { REPLICA_TABLES } from '#sync/protocol/replica.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const perTable = (value: Joi.Schema) =>
  Joi.object(Object.fromEntries(REPLICA_TABLES.map(table => [table, Joi.array().items(value).required()]))).required()

export const pullRoutes = [
  route(
    'GET /api/sync/pull',
    {
      summary:
        "A till's copy of the shop: everything without `since`, else what changed, in chunks while there is `more`. A till may ask as itself; it gets people only with a grant.",
      access: STAFF,
      beforeProof: true,
      devices: true,
      query: Joi.object<QueryOf<'GET /api/sync/pull'>, true>({
        since: Joi.string().max(2000).allow('').default(''),
        limit: Joi.number().integer().min(1).max(10_000).default(5000),
      }),
      reply: Joi.object({
        watermark: Joi.string().required(),
        changes: perTable(Joi.object().unknown()),
        deleted: perTable(Joi.number()),
        more: Joi.boolean().required(),
        total: Joi.number().required(),
        generation: Joi.string().required(),
        ended_grant: Joi.string(),
      }),
    },
    async ({ query, device, ctx }) => {
      const device_id = device?.device_id ?? ctx.get('X-Device-Id')
      await noteSeen(device_id)
      await refuseRevoked(device_id)
      const shown = ctx.get('X-Grant')
      const withPeople = !device || (await readGrant(shown, device.till_id, Date.now())) !== null
      const ended_grant = device && !withPeople ? await endedGrant(shown, device.till_id) : null
      const { generation } = await readGeneration()
      const pulled = await pull(query.since ?? '', query.limit ?? 5000, withPeople)
      return { ...pulled, generation, ...(ended_grant !== null && { ended_grant }) }
    },
  ),
]
