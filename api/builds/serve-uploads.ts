import type { Middleware } from 'koa'
import { env } from '#api/env.ts'
import { notFound } from '#api/errors.ts'
import { sendFile } from '#api/http/send-file.ts'

const PREFIX = '/storage/'

/** Serves the shop's pictures. Their names are random and never used again, so a browser may keep them for ever. */
export const serveUploads: Middleware = async (ctx, next) => {
  if (!ctx.path.startsWith(PREFIX) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next()
  const path = `/${ctx.path.slice(PREFIX.length)}`
  if (path === '/' || !await sendFile(ctx, { root: env.uploadsDir, path, cacheControl: 'public, max-age=31536000, immutable' })) throw notFound('File')
}
