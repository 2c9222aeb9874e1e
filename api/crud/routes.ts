import Joi from 'joi'
import type { Rows } from '#api/crud/rows.ts'
import { addRules, changesGuard, filterRules, orderRules, rowReply, updateRules } from '#api/crud/rules.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { plainRoute, type Route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import type { DeclaredPath } from '#sync/protocol/declared.ts'
import type { EntityFilter, EntityQuery } from '#sync/protocol/endpoints/entities.ts'
import { titleOf, type Change, type Entity, type Input } from '#sync/protocol/entity.ts'

type ById = { params: { id: number }; reply: object }

/** The five staff routes of an entity: list (newest first), the list as CSV, add, view, update. */
export function crudRoutes<E extends Entity>(entity: E, rows: Rows<E>): Route[] {
  const { name, plural, clearance } = entity
  const title = titleOf(entity)
  const path = plural.replaceAll('_', '-') as DeclaredPath
  const row = rowReply(entity)
  const message = Joi.string().required()
  const hasGuards = Object.values(entity.fields).some(({ guards }) => guards)

  return [
    plainRoute<{ query: EntityQuery; reply: object }>(
      `GET /api/staff/${path}`,
      {
        summary: `${title}: the list, newest first.`,
        access: clearance.read,
        query: Joi.object({ ...page(), ...filterRules(entity), ...orderRules(entity) }),
        reply: Joi.object({ [plural]: pageOf(row) }),
      },
      async ({ query }) => ({ [plural]: await rows.list(query) }),
    ),

    csvRoute(
      `GET /api/staff/${path}/csv`,
      {
        summary: `${title}: entries that match the filters, as CSV.`,
        access: clearance.read,
        query: Joi.object<EntityFilter>(filterRules(entity)),
        file: path,
      },
      ({ query }) => rows.table(query),
    ),

    plainRoute<{ body: Input<E>; reply: object }>(
      `POST /api/staff/${path}`,
      {
        summary: `${title}: add one.`,
        access: clearance.write,
        status: 201,
        body: addRules(entity),
        stepUp: ({ body }) => changesGuard(entity, body, null),
        reply: Joi.object({ message, [name]: row.required() }),
      },
      async ({ body }) => ({ message: `${title} added.`, [name]: await rows.add(body) }),
    ),

    plainRoute<ById>(
      `GET /api/staff/${path}/:id`,
      { summary: `${title}: view one.`, access: clearance.read, reply: Joi.object({ [name]: row.required() }) },
      async ({ params }) => ({ [name]: await rows.find(params.id) }),
    ),

    plainRoute<ById & { body: Change<E> }>(
      `PATCH /api/staff/${path}/:id`,
      {
        summary: `${title}: change one.`,
        access: clearance.write,
        body: updateRules(entity),
        stepUp: async ({ params, body }) => hasGuards && changesGuard(entity, body, await rows.find(params.id)),
        reply: Joi.object({ message, [name]: row.required() }),
      },
      async ({ params, body }) => ({ message: `${title} updated.`, [name]: await rows.change(params.id, body) }),
    ),
  ]
}
