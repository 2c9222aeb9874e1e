import 'fake-indexeddb/auto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seed } from '#tests/support/fleet.ts'
import { seeded } from '#tests/support/network.ts'
import { ownDatabase } from '#tests/support/own-database.ts'
import { aSmallDisk } from '#tests/support/small-disk.ts'

const isFull = process.env.FAULTS === 'full'
const SIZE = isFull ? { tills: 20, sales: Number(process.env.CAMPAIGN_SALES ?? 10_000) } : { tills: 4, sales: 160 }
// A small campaign loses more, so that it is sure to lose some.
const WEATHER = { lost: isFull ? 0.05 : 0.15, late: 0.1, late_ms: 300 }
const disk = isFull ? aSmallDisk(900) : undefined
console.log(`seed ${seed}`)

const database = await ownDatabase(disk && { disk: disk.path })
const { db, execute } = await import('#api/db/database.ts')
const { aUser } = await import('#tests/support/api.ts')
const { openShop, aVariation } = await import('#tests/support/shop.ts')
const { anApi } = await import('#tests/support/campaign-server.ts')
const { allFaults, fewFaults } = await import('#tests/support/campaign-faults.ts')
const { reportOf } = await import('#tests/support/campaign-report.ts')
const { runCampaign } = await import('#tests/support/campaign.ts')

let api: Awaited<ReturnType<typeof anApi>> | undefined
let folder: string
let teller_id: number
let goods: number[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-campaign-'))
  await openShop()
  teller_id = (await aUser('ADMINISTRATOR')).id
  goods = []
  while (goods.length < 5) goods.push(await aVariation(100_000))
})
afterEach(async () => {
  await api?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const NOTHING_WRONG = {
  lost: [],
  doubled: [],
  strange: [],
  pesewasOff: 0,
  unitsOff: 0,
  unchained: [],
  brokenLinks: 0,
  doubtsElsewhere: [],
  broken: [],
}

test(
  `books ${SIZE.sales} signed sales of ${SIZE.tills} tills once each when replies, processes, the database and a till's storage fail`,
  { timeout: 1_800_000 },
  async () => {
    const server = (api = await anApi())
    const random = seeded(seed + 1)
    const faults = (isFull ? allFaults : fewFaults)({ api: server, database, folder, disk }, till =>
      till.sell(goods, random),
    )
    const campaign = await runCampaign({ ...SIZE, seed, port: server.port, teller_id, goods, weather: WEATHER, faults })
    const { found, done, replies, seen, seconds } = campaign
    console.log(
      `${found.sold} sales sent as ${seen.sent} in ${seconds.toFixed(1)} s; replies ${JSON.stringify(replies)}; ${done.map(({ words }) => words).join('; ')}; ${JSON.stringify(found.doubts)}`,
    )
    if (isFull)
      writeFileSync(new URL('CAMPAIGN.md', import.meta.url), reportOf({ ...SIZE, seed, weather: WEATHER, campaign }))
    expect(found).toMatchObject({ ...NOTHING_WRONG, sold: SIZE.sales, orders: SIZE.sales })
    expect(replies.lost).toBeGreaterThan(0)
    // The till with the old profile numbers receipts a second time, and its key signs two chains: somebody sets it up
    // again.
    expect(found.doubts.map(({ code }) => code)).toEqual(['CHAIN_BROKEN', 'NUMBER_REUSED'])
    expect(campaign.tills.map(({ setUps }) => setUps)).toEqual([2, ...Array<number>(SIZE.tills - 1).fill(1)])
  },
)

test('control: finds doubled sales when the server forgets its verdicts', { timeout: 120_000 }, async () => {
  await db.query('ALTER TABLE orders DROP INDEX sale_id, ADD INDEX sale_id (sale_id)')
  await db.query('ALTER TABLE sync_verdicts DROP PRIMARY KEY, ADD INDEX (mutation_id)')
  try {
    api = await anApi({ guard: 'without-id-check' })
    const { found } = await runCampaign({
      tills: 4,
      sales: 60,
      seed,
      port: api.port,
      teller_id,
      goods,
      weather: { lost: 0.3 },
      faults: () => [],
    })
    console.log(`control: ${found.orders} orders from ${found.sold} sales`)
    expect(found.doubled.length).toBeGreaterThan(0)
    expect(found.orders).toBeGreaterThan(found.sold)
  } finally {
    await openShop()
    await db.query('ALTER TABLE sync_verdicts DROP INDEX mutation_id, ADD PRIMARY KEY (mutation_id)')
    await db.query('ALTER TABLE orders DROP INDEX sale_id, ADD UNIQUE INDEX sale_id (sale_id)')
    await execute('DELETE FROM tills')
  }
})
