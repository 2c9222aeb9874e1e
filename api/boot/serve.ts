import { createServer as createHttpServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '#api/env.ts'
import { onStop } from '#api/boot/lifetime.ts'
import { Refusal } from '#api/boot/refusal.ts'

const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
}
const FINISH_MS = 15_000

/** The server for HOST, PORT and TLS_CERT, not yet listening. */
export const createShopServer = (answer?: RequestListener): Server =>
  env.tls ? createHttpsServer({ ...LIMITS, ...env.tls }, answer) : createHttpServer(LIMITS, answer)

/**
 * Starts to listen. When the program ends, running requests may finish for up to 15 s; idle connections close at once.
 * @throws {Refusal} if the address is not available
 */
export async function listen(server: Server): Promise<void> {
  const busy = followConnections(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', error =>
      reject(new Refusal(`HOST and PORT: cannot listen on ${env.host}:${env.port}: ${reasonOf(error)}.`)),
    )
    server.listen(env.port, env.host, resolve)
  })
  onStop(() => finish(server, busy))
}

/**
 * How many requests each open connection is answering. Node.js counts a connection that never sent a request as busy.
 */
function followConnections(server: Server): Map<Socket, number> {
  const busy = new Map<Socket, number>()
  server.on(env.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    busy.set(socket, 0)
    socket.once('close', () => busy.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    response.once('close', () => busy.has(socket) && busy.set(socket, busy.get(socket)! - 1))
  })
  return busy
}

async function finish(server: Server, busy: Map<Socket, number>): Promise<void> {
  server.close()
  for (const until = Date.now() + FINISH_MS; Date.now() < until && busy.size > 0; await sleep(20)) {
    for (const [socket, requests] of busy) if (requests === 0) socket.destroySoon()
  }
  server.closeAllConnections()
}

const reasonOf = (error: NodeJS.ErrnoException) =>
  error.code === 'EADDRINUSE' ? 'another program listens there' : error.message
