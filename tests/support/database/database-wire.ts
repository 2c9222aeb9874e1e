import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** `slow`: each direction takes a second. `silent`: nothing arrives, without an error. `torn`: answers break off. */
export type Weather = 'fair' | 'slow' | 'silent' | 'torn'

const ONE_WAY_MS = 1_000
const TORN = 0.2

/**
 * A proxy between the shop and its database, for a DATABASE_URL with a socket. Never closed during a test: checks of
 * the books afterwards need it.
 */
export async function aDatabaseWire(databaseUrl: string, random: () => number) {
  const socketPath = new URL(databaseUrl).searchParams.get('socketPath')!
  const open = new Set<Socket>()
  const forgotten = new Set<Socket>()
  let weather: Weather = 'fair'

  const server = createServer(client => {
    const upstream = connect(socketPath)
    const carry = (from: Socket, to: Socket) => {
      open.add(from)
      if (weather === 'silent') from.pause()
      from.on('data', chunk => {
        if (weather === 'slow') setTimeout(() => to.write(chunk), ONE_WAY_MS)
        else if (weather === 'torn' && from === upstream && random() < TORN) {
          client.write(chunk.subarray(0, chunk.length / 2), () => client.resetAndDestroy())
        } else to.write(chunk)
      })
      from
        .on('error', () => {})
        .on('close', () => {
          open.delete(from)
          to.destroy()
        })
    }
    carry(client, upstream)
    carry(upstream, client)
  })
  server.listen(0, '127.0.0.1').unref()
  await new Promise(resolve => server.once('listening', resolve))
  const url = new URL(databaseUrl)
  url.searchParams.delete('socketPath')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    become(next: Weather) {
      weather = next
      for (const socket of open) if (next === 'silent') socket.pause()
      if (next !== 'silent') for (const socket of open) socket.resume()
    },
    /** What is open stays silent for ever, as behind a router that forgot it; what is opened next has the weather. */
    forget() {
      for (const socket of open) forgotten.add(socket.pause())
      open.clear()
    },
    /** Breaks off every connection. */
    cut() {
      for (const socket of [...open, ...forgotten]) if (socket.remotePort) socket.resetAndDestroy()
    },
  }
}
