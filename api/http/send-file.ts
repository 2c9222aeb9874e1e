import { send } from '@koa/send'
import type { Context } from 'koa'

export interface Sending {
  root: string
  path: string
  /** Of the file at an absolute path. */
  cacheControl: (file: string) => string
}

/**
 * Answers with a file below `root`, precompressed if a `.br` or `.gz` is beside it, or with 304. Returns false and
 * sends nothing if there is no file, or the path leads out of `root`.
 */
export async function sendFile(ctx: Context, { root, path, cacheControl }: Sending): Promise<boolean> {
  try {
    const sent = await send(ctx, path, {
      root,
      setHeaders(response, file, { size, mtimeMs }) {
        response.setHeader('ETag', `W/"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`)
        response.setHeader('Cache-Control', cacheControl(file))
        response.setHeader('X-Content-Type-Options', 'nosniff')
      },
    })
    if (!sent) return false
    if (IS_PART.test(sent)) for (const name of FOR_DOCUMENTS) ctx.remove(name)
  } catch (error) {
    if (!isClientError(error)) throw error
    return false
  }
  ctx.vary('Accept-Encoding')
  if (ctx.fresh) ctx.status = 304
  return true
}

/** A part of a page, never a page or a worker. */
const IS_PART =
  /\/(?:assets\/.*\.(?:js|css|woff2|json)|(?:till|shop)-assets\.json|[^/]+\.(?:webp|jpg|png))(?:\.br|\.gz)?$/

/** Browsers heed these for documents and workers only; with fifty files a page they weigh as much as a picture. */
const FOR_DOCUMENTS = [
  'Last-Modified', // they ask by the ETag
  'Strict-Transport-Security',
  'X-Request-Id',
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
]

const isClientError = (error: unknown) => {
  const { status } = error as { status?: number }
  return status !== undefined && status < 500
}
