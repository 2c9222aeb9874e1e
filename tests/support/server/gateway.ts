import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One passing request, with its whole body. */
export interface Passing {
  path: string
  body: Buffer
  /** The shop's answer. Calling this sends the request: the shop has then carried it out. */
  forward: () => Promise<Answered>
  /** The browser's reply. */
  reply: ServerResponse
  /** Resets the connection instead of an answer. */
  reset: () => void
}
export interface Answered {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Handles the requests to a path in the shop's place. */
export type Meddler = (passing: Passing) => void | Promise<void>

/** A path's traffic: requests so far, running ones, the most at once, bytes answered. */
export interface Traffic {
  begun: number
  ended: number
  open: number
  most: number
  bytes: number
}

/** A proxy between browsers and the shop. It understands requests, so it can answer, hold, count or cut them. */
export async function aGateway(target: number) {
  const meddlers = new Map<string, Meddler>()
  const traffic = new Map<string, Traffic>()
  const sockets = new Set<Socket>()
  let isCut = false

  const of = (path: string) =>
    traffic.get(path) ?? traffic.set(path, { begun: 0, ended: 0, open: 0, most: 0, bytes: 0 }).get(path)!

  const server = createServer(async (request, reply) => {
    const path = request.url!.split('?')[0]!
    const seen = of(path)
    seen.begun += 1
    seen.open += 1
    seen.most = Math.max(seen.most, seen.open)
    reply.once('close', () => {
      seen.open -= 1
      seen.ended += 1
    })
    try {
      const body = await whole(request)
      const forward = () => sendOn(request, body, target)
      const passing = { path, body, forward, reply, reset: () => void request.socket.resetAndDestroy() }
      const meddler = meddlers.get(path)
      if (meddler) await meddler(passing)
      else seen.bytes += answer(reply, await forward())
    } catch {
      request.socket.destroy() // the browser or the shop disconnected
    }
  })
  server.on('connection', socket => {
    if (isCut) return socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    of,
    /** From now on this handles a path; null removes it. */
    meddle: (path: string, meddler: Meddler | null) =>
      void (meddler ? meddlers.set(path, meddler) : meddlers.delete(path)),
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    /** Lets everything through again. */
    mend: () => {
      isCut = false
      meddlers.clear()
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
export type Gateway = Awaited<ReturnType<typeof aGateway>>

/** Answers the browser; returns the number of bytes. */
export function answer(reply: ServerResponse, { status, headers, body }: Answered): number {
  reply.writeHead(status, headers)
  reply.end(body)
  return body.length
}

function sendOn({ method, url, headers }: IncomingMessage, body: Buffer, port: number): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const outgoing = ask(
      { host: '127.0.0.1', port, method, path: url, headers: { ...headers, connection: 'close' } },
      incoming => {
        const { connection: _connection, 'transfer-encoding': _encoding, ...kept } = incoming.headers
        whole(incoming).then(content => resolve({ status: incoming.statusCode!, headers: kept, body: content }), reject)
      },
    )
    outgoing.on('error', reject).end(body)
  })
}

async function whole(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
