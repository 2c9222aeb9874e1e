import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type Joi from 'joi'
import type { Context, Middleware } from 'koa'
import { koaBody } from 'koa-body'
import { invalid, malformed, tooLarge, wrongType } from '#api/errors.ts'
import { check } from '#api/http/validate.ts'
import { INCOMING } from '#api/uploads/incoming.ts'

/** A file as it came, under a random name outside of what is served. It goes when the reply is sent. */
export interface Upload { path: string; bytes: number; sha256: string }

interface Expected {
  /** The field of the one file. */
  file: string
  mostMegabytes: number
  /** What the file may call itself. */
  types: readonly string[]
  /** Rules of the other fields, all of them text. */
  fields: Joi.ObjectSchema
}

/**
 * Reads a form with one file. The body becomes its other fields and the file's SHA-256, so that the same form under the
 * same Idempotency-Key is known again; `uploadOf` gives the file.
 */
export function multipart(expected: Expected): Middleware {
  const mostBytes = expected.mostMegabytes * 1024 * 1024
  return async (ctx, next) => {
    if (!ctx.is('multipart/form-data')) throw wrongType('multipart/form-data')
    if ((ctx.request.length ?? 0) > mostBytes + 100_000) throw tooLarge(`A file may have ${expected.mostMegabytes} MB.`)
    await mkdir(INCOMING, { recursive: true, mode: 0o700 })
    try {
      await koaBody({ multipart: true, json: false, text: false, urlencoded: false, formidable: { ...LIMITS, maxFileSize: mostBytes, filename: nameFor(ctx) } })(ctx, async () => {})
    } catch (error) {
      throw translate(error, expected.mostMegabytes)
    }
    const upload = takeFile(ctx, expected)
    ctx.request.body = { ...check<object>(expected.fields, ctx.request.body), sha256: upload.sha256 }
    ctx.state.upload = upload
    return next()
  }
}

const LIMITS = { uploadDir: INCOMING, hashAlgorithm: 'sha256', maxFiles: 1, allowEmptyFiles: true, minFileSize: 0, maxFields: 20, maxFieldsSize: 10_000 } as const

/** Names nobody can guess. What they name goes with the reply, also when the form was refused or the client hung up. */
function nameFor(ctx: Context): () => string {
  const names: string[] = []
  ctx.res.once('close', () => { for (const name of names) void rm(join(INCOMING, name), { force: true }) })
  return () => {
    names.push(randomUUID())
    return names.at(-1)!
  }
}

/** The file of a request that `multipart` has read. */
export const uploadOf = (ctx: Context): Upload => ctx.state.upload as Upload

function takeFile(ctx: Context, { file: field, types }: Expected): Upload {
  const files = ctx.request.files ?? {}
  ctx.request.files = undefined
  const [file] = [files[field] ?? []].flat()
  const stray = Object.keys(files).find(name => name !== field)
  if (stray !== undefined) throw invalid({ [stray]: ['This file is not asked for.'] })
  if (!file) throw invalid({ [field]: ['Please choose a file.'] })
  if (!types.includes((file.mimetype ?? '').split(';')[0]!.trim().toLowerCase())) throw wrongType(`a file of type ${types[0]}`)
  return { path: file.filepath, bytes: file.size, sha256: file.hash as string }
}

function translate(error: unknown, most: number): unknown {
  const { httpCode } = error as { httpCode?: number }
  if (httpCode === 413) return tooLarge(`Please send one file of at most ${most} MB.`)
  return httpCode ? malformed('This form cannot be read.') : error
}
