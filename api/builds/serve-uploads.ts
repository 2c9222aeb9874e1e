import { join, sep } from 'node:path'
import type { Context, Middleware } from 'koa'
import { env } from '#api/env.ts'
import { notFound } from '#api/errors.ts'
import { sendFile } from '#api/http/send-file.ts'
import { makeSharePicture } from '#api/uploads/share-picture.ts'

const PREFIX = '/storage/'

/** Photos of returned goods are personal: browsers drop them at sign-out, and no proxy stores them. */
const isPrivate = (file: string) => file.startsWith(join(env.uploadsDir, 'returns') + sep)

/** Serves the shop's pictures. A name is never used for another picture, so browsers may keep public ones for ever. */
export const serveUploads: Middleware = (ctx, next) =>
  ctx.path.startsWith(PREFIX) && (ctx.method === 'GET' || ctx.method === 'HEAD') ? servePicture(ctx) : next()

async function servePicture(ctx: Context): Promise<void> {
  const path = `/${ctx.path.slice(PREFIX.length)}`
  if (path.startsWith('/pictures/')) await makeSharePicture(path.slice('/pictures/'.length))
  if (
    path === '/' ||
    !(await sendFile(ctx, {
      root: env.uploadsDir,
      path,
      cacheControl: file => (isPrivate(file) ? 'private, no-store' : 'public, max-age=31536000, immutable'),
    }))
  )
    throw notFound('File')
}
