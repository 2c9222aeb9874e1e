import Joi from 'joi'
import type { Model } from 'sequelize'
import type { EntityModel, Stored } from '#api/crud/model.ts'
import { refuseBroken } from '#api/crud/refuse.ts'
import { addRules, asKept, rowReply, sentFields, updateRules, type Change } from '#api/crud/rules.ts'
import { inTransaction } from '#api/db/database.ts'
import { notFound, stale } from '#api/errors.ts'
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
  const names = Object.values(entity.fields).flatMap(field => field.kind === 'ref' ? [{ association: field.to, attributes: ['name'] }] : [])
  const fields = sentFields(entity).map(([field]) => field) as never[]

  return [
    plainRoute<{ query: PageQuery; reply: object }>(`GET ${path}`, {
      summary: `${title}: the list, newest first.`, access: clearance.read, query: Joi.object(page()), reply: Joi.object({ [plural]: pageOf(row) }),
    }, async ({ query }) => {
      const { rows, count } = await model.findAndCountAll({ order: [['id', 'DESC']], include: names, ...windowOf(query) })
      return { [plural]: paged(rows, count, query) }
    }),

    plainRoute<{ body: Input<E>; reply: object }>(`POST ${path}`, {
      summary: `${title}: add one.`, access: clearance.write, status: 201, body: addRules(entity), reply: Joi.object({ message, [name]: row.required() }),
    }, async ({ body }) => {
      const sent = asKept(entity, body)
      await refuseBroken(entity, sent)
      const { id } = (await model.create(sent as never, { fields })).get()
      return { message: `${title} added.`, [name]: await find(id) }
    }),

    plainRoute<ById>(`GET ${path}/:id`, {
      summary: `${title}: view one.`, access: clearance.read, reply: Joi.object({ [name]: row.required() }),
    }, async ({ params }) => ({ [name]: await find(params.id) })),

    plainRoute<ById & { body: Change<E> }>(`PATCH ${path}/:id`, {
      summary: `${title}: change one.`, access: clearance.write, body: updateRules(entity), reply: Joi.object({ message, [name]: row.required() }),
    }, async ({ params, body }) => {
      const { updated_at, ...sent } = body
      const changes = asKept(entity, sent)
      const changed = await inTransaction(async () => {
        const held = await model.findByPk(params.id, { lock: true })
        if (!held) throw notFound(title)
        if (updated_at && Date.parse(updated_at) !== held.get().updated_at.getTime()) throw stale({ [name]: await find(params.id) })
        await refuseBroken(entity, changes, held.get())
        await held.update(changes as never, { fields })
        return find(params.id)
      })
      return { message: `${title} updated.`, [name]: changed }
    }),
  ]

  async function find(id: number): Promise<Model<Stored<E>, Input<E>>> {
    const found = await model.findByPk(id, { include: names })
    if (!found) throw notFound(title)
    return found
  }
}
