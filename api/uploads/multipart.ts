import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type Joi from 'joi'
import type { Context, Middleware } from 'koa'
import { invalid, malformed, tooLarge, wrongType } from '#api/errors.ts'
import { check } from '#api/http/validate.ts'
import { frugal } from '#api/uploads/frugal-parser.ts'
import { incomingFolder } from '#api/uploads/incoming.ts'

/**
 * An uploaded file under a random name outside the served folders, with its sender's name for it. Deleted after the
 * reply.
 */
export interface Upload {
  path: string
  bytes: number
  sha256: string
  called: string
}

/** A file with its form field and the sender's file type. */
export interface FormFile extends Upload {
  field: string
  type: string
}

/** Texts by field name; a list if a field repeats. */
export interface Form {
  fields: Record<string, string | string[]>
  files: FormFile[]
}

interface Expected {
  /** The field of the one file. */
  file: string
  mostMegabytes: number
  /** The file types accepted. */
  types: readonly string[]
  /** Rules for the other fields, all text. */
  fields: Joi.ObjectSchema
}

/**
 * Reads a form with one file. The body becomes its other fields and the file's SHA-256, so that the same form matches
 * its Idempotency-Key; `uploadOf` returns the file.
 */
export function multipart(expected: Expected): Middleware {
  return async (ctx, next) => {
    const { fields, files } = await readForm(ctx, { mostMegabytes: expected.mostMegabytes })
    const upload = takeFile(files, expected)
    ctx.request.body = { ...check<object>(expected.fields, fields), sha256: upload.sha256 }
    ctx.state.upload = upload
    return next()
  }
}

/** The file of a request that `multipart` has read. */
export const uploadOf = (ctx: Context): Upload => ctx.state.upload as Upload

interface Limits {
  /** Of each file. */
  mostMegabytes: number
  mostFiles?: number
  mostFields?: number
  /** Of all fields together, in bytes. */
  mostText?: number
}

/** Reads a form to the disk, within limits. @throws 400, 413, 415 */
export async function readForm(
  ctx: Context,
  { mostMegabytes, mostFiles = 1, mostFields = 20, mostText = 10_000 }: Limits,
): Promise<Form> {
  const mostBytes = mostMegabytes * 1024 * 1024
  if (!ctx.is('multipart/form-data')) throw wrongType('multipart/form-data')
  if ((ctx.request.length ?? 0) > mostBytes * mostFiles + mostText + 100_000) throw tooMuch(mostMegabytes, mostFiles)
  const uploadDir = await incomingFolder(ctx.res)
  const limits = {
    maxFiles: mostFiles,
    maxFileSize: mostBytes,
    maxTotalFileSize: mostBytes * mostFiles,
    maxFields: mostFields,
    maxFieldsSize: mostText,
  }
  const names: string[] = []
  try {
    const [{ koaBody }, formidable] = await Promise.all([import('koa-body'), import('formidable')])
    const { multipart: plugin } = formidable as unknown as { multipart: Parameters<typeof frugal>[0] }
    const enabledPlugins = [frugal(plugin, mostFiles + mostFields)]
    await koaBody({
      multipart: true,
      json: false,
      text: false,
      urlencoded: false,
      formidable: {
        ...STORED,
        ...limits,
        uploadDir,
        filename: namesIn(names),
        enabledPlugins: enabledPlugins as never,
      },
    })(ctx, async () => {})
  } catch (error) {
    const { httpCode } = error as { httpCode?: number }
    if (httpCode === 413) throw tooMuch(mostMegabytes, mostFiles)
    throw httpCode ? malformed('This form cannot be read.') : error
  }
  const files = Object.entries(ctx.request.files ?? {}).flatMap(([field, sent]) =>
    [sent ?? []]
      .flat()
      .map((file): FormFile => ({
        field,
        called: (file.originalFilename ?? '').replace(/\p{Cc}/gu, '').slice(-200),
        type: (file.mimetype ?? '').split(';')[0]!.trim().toLowerCase(),
        path: file.filepath,
        bytes: file.size,
        sha256: file.hash as string,
      })),
  )
  // They come in the order in which they were written, and a small one may overtake the one before it.
  files.sort((a, b) => names.indexOf(basename(a.path)) - names.indexOf(basename(b.path)))
  ctx.request.files = undefined
  return { fields: (ctx.request.body ?? {}) as Form['fields'], files }
}

const STORED = { hashAlgorithm: 'sha256', allowEmptyFiles: true, minFileSize: 0 } as const

const tooMuch = (megabytes: number, files: number) =>
  tooLarge(
    files === 1
      ? `Please send one file of at most ${megabytes} MB.`
      : `Please send at most ${files} files of ${megabytes} MB each.`,
  )

/** Gives random names, and notes them in the form's order. */
const namesIn = (names: string[]) => () => {
  names.push(randomUUID())
  return names.at(-1)!
}

function takeFile(files: readonly FormFile[], { file: field, types }: Expected): Upload {
  const file = files.find(sent => sent.field === field)
  const stray = files.find(sent => sent.field !== field)
  if (stray) throw invalid({ [stray.field]: ['This file is not expected.'] })
  if (!file) throw invalid({ [field]: ['Please choose a file.'] })
  if (!types.includes(file.type)) throw wrongType(`a file of type ${types[0]}`)
  return { path: file.path, bytes: file.bytes, sha256: file.sha256, called: file.called }
}
