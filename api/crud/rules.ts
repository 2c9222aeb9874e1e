import Joi from 'joi'
import { id, money, readAt, text } from '#api/http/rules.ts'
import type { Entity, Field, Input } from '#sync/protocol/entity.ts'

const rule: { [K in Field['kind']]: (field: Extract<Field, { kind: K }>) => Joi.Schema } = {
  text: field => field.pattern ? text(field.max).pattern(field.pattern, field.hint ?? 'the form asked for') : text(field.max),
  money,
  count: () => Joi.number().integer().min(0).max(4_294_967_295),
  flag: () => Joi.boolean(),
  choice: field => Joi.string().valid(...field.of),
  ref: () => text(40),
}

export type Change<E> = Partial<Input<E>> & { updated_at?: string }

/** What may be sent to add an entity: every field, the optional ones null when absent. */
export const addRules = <E extends Entity>(entity: E): Joi.Schema<Input<E>> =>
  Joi.object(map(entity, (schema, field) => field.optional ? schema.allow(null).default(null) : schema.required()))

/** What may be sent to change a row: any field, and `updated_at` as it was read. Whether a fixed one is unchanged, the row says. */
export const updateRules = <E extends Entity>(entity: E): Joi.Schema<Change<E>> =>
  Joi.object({ ...map(entity, (schema, field) => field.optional ? schema.allow(null) : schema), updated_at: readAt() })

/** A row as replies show it. */
export const rowReply = (entity: Entity): Joi.Schema => Joi.object({
  id: id().required(),
  ...map(entity, (schema, field) => field.optional ? schema.allow(null).required() : schema.required()),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
})

const map = (entity: Entity, make: (schema: Joi.Schema, field: Field) => Joi.Schema) =>
  Object.fromEntries(Object.entries(entity.fields).map(([name, field]) => [name, make(rule[field.kind](field as never).label(field.label), field)]))
