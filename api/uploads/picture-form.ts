import Joi from 'joi'
import type { Context, Middleware } from 'koa'
import { AppError, invalid, wrongType } from '#api/errors.ts'
import { jsonBody, mostBytesFor } from '#api/http/body.ts'
import { check } from '#api/http/validate.ts'
import { keepPicture, type KeptPicture } from '#api/uploads/keep-picture.ts'
import { readForm, type FormFile } from '#api/uploads/multipart.ts'

interface Expected {
  /**
   * What the body must be: the form's fields are read as these rules type them. Without rules only a form will do, and
   * it has no fields.
   */
  rules?: Joi.ObjectSchema
  /** The fields that pictures may come in, each with how many at most. */
  pictures: Readonly<Record<string, number>>
}

const readJson = jsonBody(mostBytesFor(3))
const NO_FIELDS = Joi.object({})
const MOST_MEGABYTES = 12
const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/**
 * Reads a form of fields and pictures, or JSON, which then has no pictures. Lists come as `sizes[0]`, `sizes[]` or
 * `sizes` again and again. The pictures are made anew and stored before the handler runs, because they take longer than
 * a transaction may; what a refused form leaves in the store is only files that nothing names. `picturesOf` gives them.
 */
export const pictureForm =
  ({ rules, pictures }: Expected): Middleware =>
  async (ctx, next) => {
    if (rules && !ctx.is('multipart/form-data')) {
      await readJson(ctx, next)
      return
    }
    const most = Object.values(pictures).reduce((sum, count) => sum + count, 0)
    const { fields, files } = await readForm(ctx, {
      mostMegabytes: MOST_MEGABYTES,
      mostFiles: most,
      mostFields: 400,
      mostText: 200_000,
    })
    const sent = files
      .filter(({ bytes, type }) => bytes > 0 || type !== 'application/octet-stream')
      .map(file => ({ ...file, field: baseOf(file.field) }))
    refuseStrange(sent, pictures)
    ctx.request.body = check<Record<string, never>>(rules ?? NO_FIELDS, typed(fields, rules ?? NO_FIELDS))
    const kept: [field: string, picture: KeptPicture][] = []
    for (const { path, field, called } of sent)
      kept.push([
        field,
        await keepPicture(path, field).catch((error: unknown) => {
          throw sent.length > 1 ? withName(called, error) : error
        }),
      ])
    ctx.state.pictures = kept
    // So that the same form under the same Idempotency-Key is known again.
    ctx.state.digests = sent.map(({ field, sha256 }) => `${field} ${sha256}`)
    return next()
  }

/** Of several pictures the one that is refused is named. */
const withName = (called: string, error: unknown) =>
  error instanceof AppError && error.body.errors && called
    ? invalid(
        Object.fromEntries(
          Object.entries(error.body.errors).map(([field, words]) => [field, words.map(each => `${called}: ${each}`)]),
        ),
      )
    : error

/** The pictures that came in a field, in the order of the form. */
export const picturesOf = (ctx: Context, field: string): KeptPicture[] =>
  ((ctx.state.pictures ?? []) as [string, KeptPicture][]).flatMap(([name, picture]) =>
    name === field ? [picture] : [],
  )

const baseOf = (name: string) => name.replace(/\[\d*\]$/, '')

function refuseStrange(files: readonly FormFile[], pictures: Expected['pictures']): void {
  for (const { field, type } of files) {
    const most = Object.hasOwn(pictures, field) ? pictures[field]! : 0
    if (most === 0) throw invalid({ [field]: ['This file is not asked for.'] })
    if (!TYPES.includes(type)) throw wrongType('pictures of type image/jpeg, image/png or image/webp')
    if (files.filter(other => other.field === field).length > most)
      throw invalid({ [field]: [`Send at most ${most} at once.`] })
  }
}

/**
 * Texts as the rules type them. What does not look like its type stays text, so that the rules refuse it; an empty
 * field says nothing unless text may be empty.
 */
function typed(fields: Record<string, string | string[]>, rules: Joi.ObjectSchema): Record<string, unknown> {
  const { keys = {} } = rules.describe() as { keys?: Record<string, { type: string }> }
  const values = new Map<string, string[]>()
  for (const [name, value] of Object.entries(fields))
    values.set(baseOf(name), [...(values.get(baseOf(name)) ?? []), ...[value].flat()])
  return Object.fromEntries(
    [...values].flatMap(([name, all]): [string, unknown][] => {
      const type = Object.hasOwn(keys, name) ? keys[name]!.type : 'string'
      if (type === 'array') return [[name, all.filter(text => text !== '')]]
      const text = all.at(-1)!
      if (type === 'number') return text === '' ? [] : [[name, /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text]]
      return [[name, text]]
    }),
  )
}
