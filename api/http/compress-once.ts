import { brotliCompressSync, constants } from 'node:zlib'
import type { Context } from 'koa'

const LEAST_LENGTH = 1024
const MOST_KEPT = 300

/** Texts sent before; compressed from the second time on. */
const kept = new Map<string, Buffer | null>()

/**
 * Sends a repeated text, such as a page of the shop, in compressed form without compressing it each time. The general
 * middleware compresses texts that are sent once.
 */
export function compressOnce(ctx: Context, text: string): Buffer | string {
  if (text.length < LEAST_LENGTH || ctx.method === 'HEAD' || ctx.acceptsEncodings('br', 'gzip', 'identity') !== 'br')
    return text
  const held = kept.get(text)
  if (held === undefined) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(text, null)
    return text
  }
  const body = held ?? brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  kept.set(text, body)
  ctx.set('Content-Encoding', 'br')
  return body
}
