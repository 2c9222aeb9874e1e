import { afterEach, expect, test } from 'vitest'
import { booksOf, sql } from '#tests/support/books.ts'
import { aDevice, drain, type Device } from '#tests/support/devices.ts'
import { aNetwork, seeded } from '#tests/support/network.ts'
import { databasePid, until } from '#tests/support/processes.ts'
import { freePort, startShop, type Shop } from '#tests/support/server.ts'

const SALES = process.env.FAULTS === 'full' ? 10_000 : 500
const DEVICES = 20
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)

let shop: Shop
afterEach(async () => { await shop.stop() })

test(`${SALES} sales of ${DEVICES} tills, through lost replies and killed servers, are ${SALES} orders`, { timeout: 1_800_000 }, async () => {
  const port = await freePort()
  shop = await startShop({ port })
  const books = await booksOf(shop)
  const { devices, goods, seconds, network } = await sellAndKill(SALES, {
    kills: [0.2, 0.5, 0.8].map(share => ({ at: share, what: async () => { await shop.kill(); shop = await startShop({ port, dataDir: shop.dataDir }) } })),
    databaseKill: 0.35,
  })
  const after = await booksOf(shop)
  const sold = devices.flatMap(device => [...device.verdicts.keys()])
  const sent = devices.reduce((sum, device) => sum + device.sent, 0)
  console.log(`${sold.length} sales sent ${sent} times in ${seconds.toFixed(1)} s; replies ${JSON.stringify(network)}`)
  expect(new Set(sold).size).toBe(SALES)
  expect(after.orders - books.orders).toBe(SALES)
  expect(after.doubled).toEqual([])
  expect(after.broken).toEqual([])
  expect(Math.round((after.money - books.money) * 100)).toBe(goods.pesewas)
  expect(books.stock - after.stock).toBe(goods.units)
})

test('without the check of ids the same test finds doubled sales', { timeout: 600_000 }, async () => {
  const sales = 200
  shop = await startShop({ env: { NODE_OPTIONS: `--import ${new URL('../support/without-id-check.mjs', import.meta.url)}` } })
  await sql(shop, 'ALTER TABLE orders DROP INDEX sale_id, ADD INDEX sale_id (sale_id)')
  await sql(shop, 'ALTER TABLE sync_verdicts DROP PRIMARY KEY, ADD INDEX (mutation_id)')
  const books = await booksOf(shop)
  await sellAndKill(sales, { kills: [], lost: 0.2 })
  const after = await booksOf(shop)
  console.log(`control: ${after.orders - books.orders} orders from ${sales} sales`)
  expect(after.orders - books.orders).toBeGreaterThan(sales)
  expect(after.doubled.length).toBeGreaterThan(0)
})

interface Plan { kills: { at: number; what: () => Promise<void> }[]; databaseKill?: number; lost?: number }

/** Lets the tills send all they have while servers die at the given shares of the way. */
async function sellAndKill(sales: number, { kills, databaseKill, lost = 0.05 }: Plan) {
  const random = seeded(seed)
  const network = await aNetwork(shop.port, { lost, late: 0.1, reset: 0.01, late_ms: 300 }, random)
  const shelf = await sql<{ id: number; price: string }>(shop, 'SELECT v.id, p.retail_price - p.discount AS price FROM product_variations v JOIN products p ON p.id = v.product_id LIMIT 200')
  const goods = shelf.map(({ id, price }) => ({ id, price: Number(price) }))
  const [teller] = await sql<{ id: number }>(shop, "SELECT id FROM users WHERE email = 'manager@shop.test'")
  const devices = Array.from({ length: DEVICES }, (_, i) => aDevice(`X${i + 1}`, sales / DEVICES, { goods, teller_id: teller!.id, random }))
  const lines = devices.flatMap(({ unsent }) => unsent.flatMap(({ payload }) => payload.lines))
  const total = { units: lines.reduce((sum, line) => sum + line.quantity, 0), pesewas: lines.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0) }

  const due = [...kills, ...databaseKill ? [{ at: databaseKill, what: killDatabase }] : []].sort((a, b) => a.at - b.at)
  let done = 0
  let working: Promise<void> = Promise.resolve()
  const onVerdicts = (count: number) => {
    done += count
    while (due[0] && done >= due[0].at * sales) {
      const { what } = due.shift()!
      working = working.then(what)
    }
  }
  const token = tokenOf(shop)
  const started = performance.now()
  await Promise.all(devices.map((device: Device) => drain(device, network.url, { token, batch: () => 1 + Math.floor(random() * 10), onVerdicts })))
  const seconds = (performance.now() - started) / 1000
  await working
  network.close()
  expect(due).toEqual([])
  return { devices, goods: total, seconds, network: network.happened }
}

async function killDatabase(): Promise<void> {
  const pid = databasePid(shop.dataDir)!
  process.kill(pid, 'SIGKILL')
  await until(() => { const next = databasePid(shop.dataDir); return next !== null && next !== pid }, 'the database comes back')
}

/** A token that lasts; asked for again after its fifteen minutes, from whichever server runs then. */
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
  const reply = await fetch(`${url}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: 'manager@shop.test', password: 'Demo-1234' }) })
  return (await reply.json() as { token: string }).token
}
