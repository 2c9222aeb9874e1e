import Joi from 'joi'
import type { Context, Middleware } from 'koa'
import { AppError, invalid, wrongType } from '#api/errors.ts'
import { jsonBody, mostBytesFor } from '#api/http/body.ts'
import { check } from '#api/http/validate.ts'
import { keepPicture, type KeptPicture } from '#api/uploads/keep-picture.ts'
import { readForm, type FormFile } from '#api/uploads/multipart.ts'

interface Expected {
  /**
   * Rules of the body; the form's fields are converted to their types. Without rules, the body must be a form without
   * fields.
   */
  rules?: Joi.ObjectSchema
  /** Rules of the form's fields, where the body must be a form. */
  fields?: Joi.ObjectSchema
  /** The picture fields, each with its most pictures. */
  pictures: Readonly<Record<string, number>>
}

/** A picture that came with a form, and its file's own name. */
export interface SentPicture extends KeptPicture {
  called: string
}

const readJson = jsonBody(mostBytesFor(3))
const NO_FIELDS = Joi.object({})
const MOST_MEGABYTES = 12
const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/**
 * Reads a form of fields and pictures, or JSON without pictures. Lists come as `sizes[0]`, `sizes[]` or a repeated
 * `sizes`. Pictures are encoded and stored before the handler runs, because they take longer than a transaction may; a
 * refused form leaves files in the store that no row names. `picturesOf` returns them.
 */
export const pictureForm =
  ({ rules, fields: formRules = NO_FIELDS, pictures }: Expected): Middleware =>
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
    ctx.request.body = check<Record<string, never>>(rules ?? formRules, typed(fields, rules ?? formRules))
    const kept: [field: string, picture: SentPicture][] = []
    for (const { path, field, called } of sent) {
      const picture = await keepPicture(path, field).catch((error: unknown) => {
        throw sent.length > 1 ? withName(called, error) : error
      })
      kept.push([field, { ...picture, called }])
    }
    ctx.state.pictures = kept
    // So that the same form matches its Idempotency-Key.
    ctx.state.digests = sent.map(({ field, sha256 }) => `${field} ${sha256}`)
    return next()
  }

/** Names the refused picture if there are several. */
const withName = (called: string, error: unknown) =>
  error instanceof AppError && error.body.errors && called
    ? invalid(
        Object.fromEntries(
          Object.entries(error.body.errors).map(([field, words]) => [field, words.map(each => `${called}: ${each}`)]),
        ),
      )
    : error

/** The pictures of a field, in form order. */
export const picturesOf = (ctx: Context, field: string): SentPicture[] =>
  ((ctx.state.pictures ?? []) as [string, SentPicture][]).flatMap(([name, picture]) =>
    name === field ? [picture] : [],
  )

const baseOf = (name: string) => name.replace(/\[\d*\]$/, '')

function refuseStrange(files: readonly FormFile[], pictures: Expected['pictures']): void {
  for (const { field, type } of files) {
    const most = Object.hasOwn(pictures, field) ? pictures[field]! : 0
    if (most === 0) throw invalid({ [field]: ['This file is not expected.'] })
    if (!TYPES.includes(type)) throw wrongType('pictures of type image/jpeg, image/png or image/webp')
    if (files.filter(other => other.field === field).length > most)
      throw invalid({ [field]: [`Send at most ${most} at once.`] })
  }
}

/**
 * Converts texts to the types in the rules. A text that does not fit stays text, so that the rules refuse it; an empty
 * field counts as absent unless text may be empty.
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
