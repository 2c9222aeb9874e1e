import 'fake-indexeddb/auto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { sourcesBefore } from '#tests/support/runs/build-before.ts'
import type { BrowserFleet } from '#tests/support/browser/browser-fleet.ts'
import { seed } from '#tests/support/till/fleet.ts'
import { seeded } from '#tests/support/server/network.ts'
import { ownDatabase } from '#tests/support/database/own-database.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { aSmallDisk } from '#tests/support/database/small-disk.ts'
import { PRESENT, tillBuildIn } from '#tests/support/counter/till-builds.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

const SIZE = isFull ? { tills: 20, sales: Number(process.env.CAMPAIGN_SALES ?? 10_000) } : { tills: 4, sales: 160 }
const OLDER = isFull ? 2 : 1
/** Beside these one with the build before. A small campaign has no time for browsers. */
const IN_BROWSERS = isFull ? 2 : 0
// A small campaign loses more, so that it is sure to lose some.
const WEATHER = { lost: isFull ? 0.05 : 0.15, late: 0.1, late_ms: 300 }
const disk = isFull ? aSmallDisk(900) : undefined
console.log(`seed ${seed}`)

const database = await ownDatabase(disk && { disk: disk.path })
const { db, execute, select } = await import('#api/db/database.ts')
const { aUser } = await import('#tests/support/server/api.ts')
const { openShop, aVariation } = await import('#tests/support/server/shop.ts')
const { anApi, printedAudit } = await import('#tests/support/till/campaign-server.ts')
const { allFaults, fewFaults } = await import('#tests/support/till/campaign-faults.ts')
const { browserFleet, layBuild } = await import('#tests/support/browser/browser-fleet.ts')
const { hashPassword } = await import('#api/auth/passwords.ts')
const { reportOf } = await import('#tests/support/till/campaign-report.ts')
const { runCampaign } = await import('#tests/support/till/campaign.ts')

/** Without the project's history the tills that are upgraded begin with the present build. */
const before = sourcesBefore()
const build = before ? await tillBuildIn(before) : PRESENT
afterAll(() => before && rmSync(before, { recursive: true, force: true }))

let api: Awaited<ReturnType<typeof anApi>> | undefined
let folder: string
let teller_id: number
let browsers: BrowserFleet | undefined
let goods: number[]
beforeEach(async () => {
  folder = mkdtempSync(join(quickFolder(), 'selvedge-campaign-'))
  await openShop()
  teller_id = (await aUser('ADMINISTRATOR', { email: 'manager@shop.test' })).id
  goods = []
  while (goods.length < 5) goods.push(await aVariation(100_000))
})
afterEach(async () => {
  await browsers?.close()
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
  seal: { fault: null },
}

test(
  `books ${SIZE.sales} signed sales of ${SIZE.tills} tills once each when replies, processes, the database and a till's storage fail`,
  { timeout: patience(1_800_000) },
  async () => {
    const builds = join(folder, 'builds')
    if (isFull) await layBuild(builds)
    const server = (api = await anApi({ builds }))
    const random = seeded(seed + 1)
    browsers = isFull ? await openBrowsers({ builds, port: server.port }) : undefined
    const faults = (isFull ? allFaults : fewFaults)({ api: server, database, folder, disk }, till =>
      till.sell(goods, random),
    )
    const campaign = await runCampaign({
      ...SIZE,
      seed,
      api: server,
      teller_id,
      goods,
      weather: WEATHER,
      browsers,
      before: { build, tills: OLDER },
      faults,
    })
    const { found, done, replies, seen, seconds } = campaign
    console.log(
      `${found.sold} sales, ${found.signed} of them signed, sent as ${seen.sent} in ${seconds.toFixed(1)} s; replies ${JSON.stringify(replies)}; ${done.map(({ words }) => words).join('; ')}; ${JSON.stringify(found.doubts)}; sealed ${found.seal.rows} rows in ${found.seal.links} links`,
    )
    if (isFull) {
      const report = reportOf({ tills: SIZE.tills, seed, weather: WEATHER, campaign, audit: await printedAudit() })
      writeFileSync(new URL('CAMPAIGN.md', import.meta.url), report)
    }
    expect(found).toMatchObject({ ...NOTHING_WRONG, signed: SIZE.sales, orders: found.sold })
    expect(replies.lost).toBeGreaterThan(0)
    expect(found.sold > found.signed).toBe(before !== null)
    expect(found.seal.rows).toBeGreaterThan(found.orders)
    // The till with the old profile numbers receipts a second time, and its key signs two chains: somebody sets it up
    // again, and so the tills that get the present build.
    expect(found.doubts.map(({ code }) => code)).toEqual(['CHAIN_BROKEN', 'NUMBER_REUSED'])
    const inBrowsers = browsers?.tills.map(() => 1) ?? []
    const once = Array<number>(SIZE.tills - 1 - OLDER - inBrowsers.length).fill(1)
    expect(campaign.tills.map(({ setUps }) => setUps)).toEqual([
      2,
      ...once,
      ...Array<number>(OLDER).fill(2),
      ...inBrowsers,
    ])
  },
)

/** Signed in by the cashier's password. */
async function openBrowsers(at: { builds: string; port: number }): Promise<BrowserFleet> {
  await execute('UPDATE users SET password_hash = ? WHERE id = ?', [await hashPassword('Demo-1234'), teller_id])
  const barcodes = (
    await select<{ barcode: string }>('SELECT barcode FROM product_variations WHERE id IN (?)', [goods])
  ).map(({ barcode }) => barcode)
  return browserFleet({ ...at, weather: WEATHER, random: seeded(seed + 2), barcodes, present: IN_BROWSERS })
}

test('control: finds doubled sales when the server forgets its verdicts', { timeout: patience(360_000) }, async () => {
  await db.query('ALTER TABLE orders DROP INDEX sale_id, ADD INDEX sale_id (sale_id)')
  await db.query('ALTER TABLE sync_verdicts DROP PRIMARY KEY, ADD INDEX (mutation_id)')
  try {
    api = await anApi({ guard: 'without-id-check' })
    const { found } = await runCampaign({
      tills: 4,
      sales: 60,
      seed,
      api,
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
