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
  } catch (error) {
    if (!isClientError(error)) throw error
    return false
  }
  ctx.vary('Accept-Encoding')
  if (ctx.fresh) ctx.status = 304
  return true
}

const isClientError = (error: unknown) => {
  const { status } = error as { status?: number }
  return status !== undefined && status < 500
}
