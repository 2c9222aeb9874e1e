import { sql } from '#tests/support/people/books.ts'
import { aDevice, drain, type Device } from '#tests/support/people/devices.ts'
import { aNetwork, seeded } from '#tests/support/server/network.ts'
import { databasePid, until } from '#tests/support/runs/processes.ts'
import type { Shop } from '#tests/support/server/server.ts'

const DEVICES = 20

/** Random, unless SEED repeats an earlier run. */
export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** An event, due once this share (0…1) of the sales is answered. */
export interface Event {
  at: number
  what: () => Promise<void>
}

/**
 * Twenty tills send all their sales through a network that loses 5 % of replies (or `lost`), delays 10 % and resets 1
 * %, while the events happen. Resolves once each sale has its verdict: with the sales, and how it went.
 */
export async function sellAll(
  shop: Shop,
  { sales, events = [], lost = 0.05 }: { sales: number; events?: Event[]; lost?: number },
) {
  const random = seeded(seed)
  const network = await aNetwork(shop.port, { lost, late: 0.1, reset: 0.01, late_ms: 300 }, random)
  const shelf = await sql<{ id: number; price: string }>(
    shop,
    `SELECT v.id, COALESCE(v.retail_price, p.retail_price) - COALESCE(v.discount, p.discount) AS price
      FROM product_variations v JOIN products p ON p.id = v.product_id LIMIT 200`,
  )
  const goods = shelf.map(({ id, price }) => ({ id, price: Number(price) }))
  const [teller] = await sql<{ id: number }>(shop, "SELECT id FROM users WHERE email = 'manager@shop.test'")
  const devices = Array.from({ length: DEVICES }, (_, i) =>
    aDevice(`X${i + 1}`, sales / DEVICES, { goods, teller_id: teller!.id, random }),
  )
  const lines = devices.flatMap(({ unsent }) => unsent.flatMap(({ payload }) => payload.lines))

  const due = [...events].sort((a, b) => a.at - b.at)
  let done = 0
  let happening: Promise<void> = Promise.resolve()
  const onVerdicts = (count: number) => {
    done += count
    while (due[0] && done >= due[0].at * sales) {
      const { what } = due.shift()!
      happening = happening.then(what)
    }
  }
  const token = tokenOf(shop)
  const started = performance.now()
  await Promise.all(
    devices.map((device: Device) =>
      drain(device, network.url, { token, batch: () => 1 + Math.floor(random() * 10), onVerdicts }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  await happening
  network.close()
  return {
    sold: devices.flatMap(device => [...device.verdicts.keys()]),
    sent: devices.reduce((sum, device) => sum + device.sent, 0),
    statuses: new Set(devices.flatMap(device => [...device.statuses])),
    units: lines.reduce((sum, line) => sum + line.quantity, 0),
    pesewas: lines.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0),
    replies: network.happened,
    seconds,
  }
}

/** Like a power cut of the database alone; resolves when it is back. */
export async function killDatabase({ dataDir }: Shop): Promise<void> {
  const pid = databasePid(dataDir)!
  process.kill(pid, 'SIGKILL')
  await until(() => {
    const next = databasePid(dataDir)
    return next !== null && next !== pid
  }, 'the database comes back')
}

/** A token that lasts: renewed before its fifteen minutes are over, from the current server. */
function tokenOf({ url }: Shop): () => Promise<string> {
  let token: Promise<string> | null = null
  let until = 0
  return () => {
    if (!token || Date.now() > until) {
      until = Date.now() + 10 * 60_000
      token = signIn(url)
    }
    return token
  }
}

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'manager@shop.test', password: 'Demo-1234' }),
  })
  return ((await reply.json()) as { token: string }).token
}
