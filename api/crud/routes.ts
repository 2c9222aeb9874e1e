import Joi from 'joi'
import type { Model } from 'sequelize'
import type { EntityModel, Stored } from '#api/crud/model.ts'
import { addRules, rowReply, updateRules, type Change } from '#api/crud/rules.ts'
import { inTransaction } from '#api/db/database.ts'
import { invalid, notFound, stale } from '#api/errors.ts'
import { paged, windowOf } from '#api/http/paginate.ts'
import { plainRoute, type Route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import type { PageQuery } from '#sync/protocol/endpoints.ts'
import type { Entity, Input } from '#sync/protocol/entity.ts'

type ById = { params: { id: number }; reply: object }

/** The four staff routes of an entity: list (newest first), add, view, update. */
export function crudRoutes<E extends Entity>(entity: E, model: EntityModel<E>): Route[] {
  const { name, plural, clearance } = entity
  const title = name[0]!.toUpperCase() + name.slice(1).replaceAll('_', ' ')
  const path = `/api/staff/${plural.replaceAll('_', '-')}`
  const row = rowReply(entity)
  const message = Joi.string().required()

  return [
    plainRoute<{ query: PageQuery; reply: object }>(`GET ${path}`, {
      summary: `${title}: the list, newest first.`, access: clearance.read, query: Joi.object(page()), reply: Joi.object({ [plural]: pageOf(row) }),
    }, async ({ query }) => {
      const { rows, count } = await model.findAndCountAll({ order: [['id', 'DESC']], ...windowOf(query) })
      return { [plural]: paged(rows, count, query) }
    }),

    plainRoute<{ body: Input<E>; reply: object }>(`POST ${path}`, {
      summary: `${title}: add one.`, access: clearance.write, status: 201, body: addRules(entity), reply: Joi.object({ message, [name]: row.required() }),
    }, async ({ body }) => {
      const made = await model.create(body as never, { fields: Object.keys(entity.fields) as never[] })
      return { message: `${title} added.`, [name]: await made.reload() }
    }),

    plainRoute<ById>(`GET ${path}/:id`, {
      summary: `${title}: view one.`, access: clearance.read, reply: Joi.object({ [name]: row.required() }),
    }, async ({ params }) => ({ [name]: await find(params.id) })),

    plainRoute<ById & { body: Change<E> }>(`PATCH ${path}/:id`, {
      summary: `${title}: change one.`, access: clearance.write, body: updateRules(entity), reply: Joi.object({ message, [name]: row.required() }),
    }, async ({ params, body }) => {
      const { updated_at, ...changes } = body
      const changed = await inTransaction(async () => {
        const held = await find(params.id, true)
        if (updated_at && Date.parse(updated_at) !== held.get().updated_at.getTime()) throw stale({ [name]: held })
        refuseFixed(entity, held.get(), changes)
        return (await held.update(changes as never, { fields: Object.keys(entity.fields) as never[] })).reload()
      })
      return { message: `${title} updated.`, [name]: changed }
    }),
  ]

  async function find(id: number, lock = false): Promise<Model<Stored<E>, Input<E>>> {
    const found = await model.findByPk(id, { lock })
    if (!found) throw notFound(title)
    return found
  }
}

/** A fixed field may be sent as it is. @throws 422 on the field where it differs */
function refuseFixed(entity: Entity, held: object, changes: object): void {
  const present = new Map(Object.entries(held))
  const errors = Object.entries(changes)
    .filter(([name, value]) => entity.fields[name]?.fixed && value !== present.get(name))
    .map(([name]): [string, string[]] => [name, [`${entity.fields[name]!.label} cannot be changed.`]])
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}
