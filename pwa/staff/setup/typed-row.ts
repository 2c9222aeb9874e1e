import { textOf } from '#pwa/forms/use-submit.ts'
import type { Entity, Field } from '#sync/protocol/entity.ts'
import { numberTyped } from '#sync/protocol/typed-number.ts'

/** The input of an entity's form for the request. An invalid number goes as typed, so that the shop names the error. */
export const typedRow = (entity: Entity, form: FormData): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) =>
      field.kept ? [] : [[name, valueOf(field, textOf(form, name))]],
    ),
  )

function valueOf({ kind, optional }: Field, typed: string): unknown {
  if (kind === 'flag') return typed === '' ? 0 : 1
  if (typed === '' && optional) return null
  if (kind !== 'money' && kind !== 'count') return typed
  return numberTyped(typed) ?? typed
}
