import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureBuild } from '#api/builds/build.ts'
import { keepBuild } from '#api/builds/kept.ts'
import { booksOf, sql, type Books } from '#tests/support/people/books.ts'
import { buildBefore } from '#tests/support/runs/build-before.ts'
import { changeBuild } from '#tests/support/browser/change-build.ts'
import { aGateway, answer, type Gateway } from '#tests/support/server/gateway.ts'
import { addBuild, copyBuild, newestBuild } from '#tests/support/browser/next-build.ts'
import { looksForBuilds } from '#tests/support/browser/new-worker.ts'
import { until } from '#tests/support/runs/processes.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { BUILDS_DIR, startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const PUSH = '/api/sync/push'
const BARCODE = '6034128000424'
const BEFORE = 'before'
const builds = mkdtempSync(join(quickFolder(), 'selvedge-builds-'))

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let present: string
let before: Books

beforeAll(async () => {
  await ensureBuild(BUILDS_DIR)
  const dir = await buildBefore() // takes a while, and nothing waits for it yet
  copyBuild(BUILDS_DIR, builds)
  shop = await startShop({ env: { BUILDS_DIR: builds } })
  present = newestBuild(builds)
  await layBefore(dir)
  gateway = await aGateway(shop.port)
  // The build before came with a policy of its own, which allowed what it does.
  tablet = await aTablet(gateway.url, { bypassCSP: true })
  await looksForBuilds(tablet.page)
})
beforeEach(async () => {
  gateway.mend()
  before = await booksOf(shop)
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
  rmSync(builds, { recursive: true, force: true })
})

/**
 * Puts the pages as they were before a till signed anything in front; without the project's history the present ones
 * under another name.
 */
async function layBefore(dir: string | null): Promise<void> {
  if (!dir) return addBuild(builds, BEFORE)
  cpSync(dir, join(builds, BEFORE), { recursive: true })
  await keepBuild(builds, BEFORE)
}

/** Refused for the moment. */
const away = () =>
  gateway.meddle(
    PUSH,
    ({ reply }) =>
      void answer(reply, {
        status: 403,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"message":"Later."}'),
      }),
  )

const allIsSent = () => until(async () => (await tablet.counter.held()).waiting === 0, 'all is sent')

async function expectBooked(orders: number) {
  const { orders: now, doubled, broken } = await booksOf(shop)
  expect({ orders: now - before.orders, doubled, broken }).toEqual({ orders, doubled: [], broken: [] })
}

test('brings the outbox and open cart of the build before through the update whole', async () => {
  away()
  const other = await tablet.tab()
  await tablet.counter.scanAndSell(Array<string>(3).fill(BARCODE))
  await other.scanAndSell([BARCODE, BARCODE])
  await other.scan(BARCODE)
  await other.kept(1)
  await other.page.close()
  await changeBuild(tablet, builds, present)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  gateway.mend()
  await tablet.counter.checkOut()
  await tablet.counter.newSale()
  await tablet.counter.sendNow()
  await allIsSent()
  await expectBooked(6)
})

test('takes what this build signed through the build before and back, with nothing lost or doubled', async () => {
  away()
  await tablet.counter.scanAndSell([BARCODE, BARCODE])
  await changeBuild(tablet, builds, BEFORE)
  gateway.mend()
  await tablet.counter.scanAndSell([BARCODE])
  await tablet.counter.sendNow()
  await tablet.counter.says(/attention|all sales sent/i)
  await changeBuild(tablet, builds, present)
  await allIsSent()
  await expectBooked(3)
  const doubts = await sql<{ code: string; detail: string }>(
    shop,
    "SELECT code, detail FROM exceptions WHERE code IN ('CHAIN_BROKEN', 'SEQ_JUMP', 'SEQUENCE_GAP', 'NUMBER_REUSED') AND status_code = 'OPEN'",
  )
  expect(doubts).toEqual([])
})
