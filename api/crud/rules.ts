import Joi from 'joi'
import { day, id, money, readAt, sorted, sought, text } from '#api/http/rules.ts'
import { filtersOf, orderColumnsOf, type Change, type Entity, type Field, type Input } from '#sync/protocol/entity.ts'

const rule: { [K in Field['kind']]: (field: Extract<Field, { kind: K }>) => Joi.Schema } = {
  text: field =>
    field.pattern ? text(field.max).pattern(field.pattern, field.hint ?? 'the form asked for') : text(field.max),
  money,
  count: ({ most = 4_294_967_295 }) => Joi.number().integer().min(0).max(most),
  flag: () => Joi.valid(0, 1, true, false),
  choice: field => Joi.string().valid(...field.of),
  day,
  ref: () => text(40),
}

/** Query rules for filters: words in a text or choice, and by choice, flag or reference. */
export const filterRules = (entity: Entity): Record<string, Joi.Schema> => ({
  search: sought(),
  ...Object.fromEntries(
    filtersOf(entity).map(([name, field]) => [
      name,
      field.kind === 'choice'
        ? Joi.string().valid(...field.of)
        : field.kind === 'flag'
          ? Joi.number().valid(0, 1)
          : sought(40),
    ]),
  ),
})

/** Query rules for the order: descending by default, the newest first if no column is named. */
export const orderRules = (entity: Entity): Record<string, Joi.Schema> => sorted(orderColumnsOf(entity))

/** What may be sent to add an entity: every field without an initial value; absent optional fields become null. */
export const addRules = <E extends Entity>(entity: E): Joi.Schema<Input<E>> =>
  Joi.object(
    map(sentFields(entity), (schema, field) =>
      field.optional
        ? emptied(schema, field).default(null)
        : 'initial' in field
          ? schema.default(field.initial)
          : schema.required(),
    ),
  )

/**
 * What may be sent to change a row: any field, and `updated_at` as it was read. The row decides whether a fixed field
 * is unchanged.
 */
export const updateRules = <E extends Entity>(entity: E): Joi.Schema<Change<E>> =>
  Joi.object({
    ...map(sentFields(entity), (schema, field) => (field.optional ? emptied(schema, field) : schema)),
    updated_at: readAt(),
  })

/** A row as replies show it, with the names of its references. */
export const rowReply = (entity: Entity): Joi.Schema =>
  Joi.object({
    id: id().required(),
    ...fieldReplies(entity),
    ...Object.fromEntries(
      Object.values(entity.fields).flatMap(field =>
        field.kind === 'ref' ? [[field.to, Joi.object({ name: Joi.string().required() }).required()]] : [],
      ),
    ),
    created_at: Joi.string().required(),
    updated_at: Joi.string().required(),
  })

/** The fields of a row as replies show them. */
export const fieldReplies = (entity: Entity): Record<string, Joi.Schema> =>
  map(Object.entries(entity.fields), (schema, field) =>
    (field.kind === 'flag' ? Joi.valid(0, 1) : field.optional ? schema.allow(null) : schema).required(),
  )

/** Input as stored: an empty optional text is null, a flag is 1 or 0. */
export const asKept = (entity: Entity, sent: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const field = entity.fields[name]
      if (field?.kind === 'flag') return [name, Number(value)]
      return [name, field?.optional && value === '' ? null : value]
    }),
  )

/** Whether input gives a field that guards money another value than the row has, or than a new row would have. */
export const changesGuard = (entity: Entity, sent: object, row: object | null): boolean => {
  const was: Record<string, unknown> = { ...row }
  return Object.entries(asKept(entity, sent)).some(([name, value]) => {
    const field = entity.fields[name]
    return field?.guards === true && value !== (row ? was[name] : 'initial' in field ? field.initial : null)
  })
}

export const sentFields = (entity: Entity) => Object.entries(entity.fields).filter(([, field]) => !field.kept)

const emptied = (schema: Joi.Schema, { kind }: Field) => (kind === 'text' ? schema.allow(null, '') : schema.allow(null))

const map = (
  fields: [string, Field][],
  make: (schema: Joi.Schema, field: Field) => Joi.Schema,
): Record<string, Joi.Schema> =>
  Object.fromEntries(
    fields.map(([name, field]) => [name, make(rule[field.kind](field as never).label(field.label), field)]),
  )
