import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request as it passes, its body read whole. */
export interface Passing {
  path: string
  body: Buffer
  /** What the shop answers to it. Asking is sending: the shop has done it then. */
  forward: () => Promise<Answered>
  /** What the browser gets. */
  reply: ServerResponse
  /** Cuts the connection with a reset instead of an answer. */
  reset: () => void
}
export interface Answered {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** What stands in the way of requests to a path. */
export type Meddler = (passing: Passing) => void | Promise<void>

/** A path's traffic: requests so far, those under way now, the most that were so at once, bytes answered. */
export interface Traffic {
  begun: number
  ended: number
  open: number
  most: number
  bytes: number
}

/**
 * What browsers reach the shop through: it knows requests, so it can answer in the shop's place, hold them, count them,
 * be cut.
 */
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
      request.socket.destroy() // the browser or the shop went away in the middle
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
    /** From now on this stands in the way of a path; null takes it away. */
    meddle: (path: string, meddler: Meddler | null) =>
      void (meddler ? meddlers.set(path, meddler) : meddlers.delete(path)),
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    /** All goes through again, unhindered. */
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

/** Gives the browser an answer; returns its bytes. */
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
