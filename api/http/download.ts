import { once } from 'node:events'
import { Readable, pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Context } from 'koa'
import type { FileReply } from '#sync/protocol/file-reply.ts'

type Content = Readable | AsyncIterable<string | Uint8Array>

/** A file as the reply to a GET: file name, media type and content, read only as fast as the client takes it. */
export class Download implements FileReply {
  readonly file: string
  readonly type: string
  readonly content: Readable

  constructor(file: string, type: string, content: Content) {
    this.file = file.replace(/[^\w.-]+/g, '-')
    this.type = type
    this.content = content instanceof Readable ? content : Readable.from(content, { objectMode: false })
  }
}

/**
 * Answers with a file. A failure before the first byte is a normal error reply; a later one breaks the connection, so
 * that nobody takes half a file for a whole one. Stops reading when the client hangs up.
 */
export async function sendDownload(ctx: Context, { file, type, content }: Download): Promise<void> {
  if (ctx.method === 'HEAD') content.destroy()
  else await once(content, 'readable')
  ctx.attachment(file)
  ctx.type = type
  ctx.set('Cache-Control', 'no-store')
  if (!type.startsWith('text/') || ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    ctx.body = content
    return
  }
  ctx.set('Content-Encoding', 'gzip')
  ctx.body = pipeline(content, createGzip({ level: 3 }), () => {}) // either side's end or failure ends the other
}
