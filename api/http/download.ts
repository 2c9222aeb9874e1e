import { once } from 'node:events'
import { Readable, pipeline } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Context } from 'koa'
import type { FileReply } from '#sync/protocol/file-reply.ts'

type Content = Readable | AsyncIterable<string | Uint8Array>

/**
 * A file as the reply to a GET: its name for the person who saves it, its media type, and its content, which is read
 * only as fast as the client takes it.
 */
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
 * Answers with a file. What goes wrong before its first bytes is an error reply like any other; what goes wrong later
 * breaks the connection off, so that nobody takes half a file for a whole one. A client that hangs up ends the reading.
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
  ctx.body = pipeline(content, createGzip({ level: 3 }), () => {}) // either one's end or failure is the other's
}
