import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Shares of replies (0…1) that are lost, delayed, or reset. */
export interface Weather {
  lost: number
  late: number
  reset: number
  late_ms: number
}

const FAIR: Weather = { lost: 0, late: 0, reset: 0, late_ms: 0 }
type Fate = 'arrives' | 'lost' | 'late' | 'reset'

/** A network between clients and a port of this machine: it can lose, delay, reset, and be cut. Counts what it did. */
export async function aNetwork(target: number, weather: Partial<Weather> = {}, random: () => number = Math.random) {
  let now: Weather = { ...FAIR, ...weather }
  let isCut = false
  const open = new Set<Socket>()
  const happened: Record<Fate, number> = { arrives: 0, lost: 0, late: 0, reset: 0 }

  const server = createServer(client => {
    const upstream = connect(target, '127.0.0.1')
    let fate: Fate | null = null
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(socket)
          ;(socket === client ? upstream : client).destroy()
        })
    }
    if (isCut) return client.destroy()
    client.on('data', chunk => {
      if (isCut) return client.destroy()
      fate ??= draw()
      upstream.write(chunk)
    })
    upstream.on('data', async chunk => {
      const mine = fate ?? 'arrives'
      if (fate) {
        happened[fate] += 1
        fate = null
      }
      if (isCut || mine === 'lost') return client.destroy()
      if (mine === 'reset') return client.resetAndDestroy()
      if (mine === 'late') {
        upstream.pause()
        await sleep(random() * now.late_ms)
        upstream.resume()
      }
      client.write(chunk)
    })
  })

  function draw(): Fate {
    const at = random()
    return at < now.lost
      ? 'lost'
      : at < now.lost + now.reset
        ? 'reset'
        : at < now.lost + now.reset + now.late
          ? 'late'
          : 'arrives'
  }

  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    happened,
    change: (next: Partial<Weather>) => {
      now = { ...FAIR, ...next }
    },
    /** No connection survives or opens until `mend`. */
    cut: () => {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Deterministic random numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
