import type { Context, Middleware } from 'koa'
import { keptBuilds } from '#api/builds/kept.ts'
import { env } from '#api/env.ts'
import { notFound } from '#api/errors.ts'
import { sendFile } from '#api/http/send-file.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const ASK_FIRST = 'no-cache'
const AN_HOUR = 'public, max-age=3600'

const NO_FILES = /^\/(?:api|sanctum|storage|sandbox|assets|healthz|readyz)(?:\/|$)/
/** Pages have none, so no page waits for a look at the disk. */
const HAS_SUFFIX = /\.\w+$/
// Files whose changes a browser must see at once: the pages, the worker and its list.
const FOLLOWED = /\.(?:html|webmanifest)$|^\/(?:service-worker\.js|(?:till|shop)-assets\.json)$/

/**
 * Serves the PWA's files: hashed assets from every kept build for a year, other files from the newest one. Passes
 * everything else on.
 */
export const serveBuilds: Middleware = async (ctx, next) => {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
  const builds = await keptBuilds(env.buildsDir)
  if (ctx.path.startsWith('/assets/')) return serveAsset(ctx, builds)
  const [root] = builds
  if (!root || NO_FILES.test(ctx.path) || !HAS_SUFFIX.test(ctx.path)) return next()
  if (
    await sendFile(ctx, { root, path: ctx.path, cacheControl: () => (FOLLOWED.test(ctx.path) ? ASK_FIRST : AN_HOUR) })
  )
    return
  return next()
}

async function serveAsset(ctx: Context, builds: string[]): Promise<void> {
  for (const root of builds) {
    if (await sendFile(ctx, { root, path: ctx.path, cacheControl: () => FOREVER })) return
  }
  throw notFound('File')
}
