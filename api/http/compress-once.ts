import { brotliCompressSync, constants } from 'node:zlib'
import type { Context } from 'koa'

const LEAST_LENGTH = 1024
const MOST_KEPT = 300

/** Texts sent before; compressed from the second time on. */
const kept = new Map<string, Buffer | null>()
/** The same of bytes that somebody keeps. */
const keptBytes = new WeakMap<Buffer, Buffer | null>()

/**
 * Sends a repeated text, such as a page of the shop, in compressed form without compressing it each time. The general
 * middleware compresses texts that are sent once.
 */
export function compressOnce(ctx: Context, text: string | Buffer): Buffer | string {
  if (text.length < LEAST_LENGTH || ctx.method === 'HEAD' || !takesBrotli(ctx)) return text
  const held = typeof text === 'string' ? kept.get(text) : keptBytes.get(text)
  const body = held === undefined ? null : (held ?? packed(text))
  if (typeof text !== 'string') keptBytes.set(text, body)
  else {
    if (held === undefined && kept.size >= MOST_KEPT) kept.clear()
    kept.set(text, body)
  }
  if (body === null) return text
  ctx.set('Content-Encoding', 'br')
  return body
}

/** Browsers name gzip first and like both as well. */
export const takesBrotli = (ctx: Context): boolean => ctx.acceptsEncodings('br') === 'br'

const packed = (text: string | Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
