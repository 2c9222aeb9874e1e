import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureBuild } from '#api/builds/build.ts'
import { aGateway, answer, type Gateway } from '#tests/support/server/gateway.ts'
import { addBuild, copyBuild, newestBuild } from '#tests/support/browser/next-build.ts'
import { newWorkerWaits } from '#tests/support/browser/new-worker.ts'
import { Late } from '#tests/support/late.ts'
import { until } from '#tests/support/runs/processes.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { BUILDS_DIR, startShop, type Shop } from '#tests/support/server/server.ts'
import { aSyncEvent } from '#tests/support/till/sync-event.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const PUSH = '/api/sync/push'
/** How long the worker waits for its next try, unless it is asked to make way. */
const NEXT_TRY_S = 40
const BARCODE = '6034128000424'
const builds = mkdtempSync(join(quickFolder(), 'selvedge-builds-'))

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let first: string
let made = 1

beforeAll(async () => {
  await ensureBuild(BUILDS_DIR)
  copyBuild(BUILDS_DIR, builds)
  shop = await startShop({ env: { BUILDS_DIR: builds } })
  first = newestBuild(builds)
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url)
})
beforeEach(async () => {
  gateway.mend()
  await tablet.browser.setOffline(false)
  if (!tablet.page.url().endsWith('/staff/orders/add')) {
    await tablet.page.goto(`${gateway.url}/staff/orders/add`)
    await tablet.counter.ready()
  }
  await tablet.page.evaluate(() => {
    document.body.dataset.mark = 'as it was'
  })
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
  rmSync(builds, { recursive: true, force: true })
})

const isUntouched = () => tablet.page.evaluate(() => document.body.dataset.mark === 'as it was')
const buildShown = () => tablet.page.evaluate(() => document.documentElement.dataset.build ?? 'the first')
const offer = () => tablet.page.getByRole('button', { name: 'Update now' })

/** A new build comes to the shop, and to this browser, where it waits. */
async function newBuildWaits(): Promise<string> {
  made += 1
  await addBuild(builds, `next-${made}`)
  await newWorkerWaits(tablet.page)
  return `next-${made}`
}

/** Takes the offer with one press, and waits until the page is that of the build. */
async function take(build: string) {
  await offer().click()
  const isShown = async () => (await buildShown().catch(() => null)) === build
  await until(isShown, 'the new build is shown', 180_000).catch(async (error: Error) => {
    const said = await tablet.page.getByRole('status').allTextContents()
    throw new Late(
      `${error.message}; the page says: ${said.join(' ')}; its workers are ${await workersOf(tablet.page)}`,
    )
  })
}

const workersOf = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!
    const { controller } = navigator.serviceWorker
    return JSON.stringify([installing?.state, waiting?.state, active?.state, controller === active])
  })

/** Takes the offer, and sees that the page was loaded once for it. */
async function update(build: string) {
  let loads = 0
  const count = () => {
    loads += 1
  }
  tablet.page.on('load', count)
  await take(build)
  await tablet.counter.ready()
  await tablet.page.waitForLoadState() // the goods may be there before the last picture is
  tablet.page.off('load', count)
  expect(loads).toBe(1)
}

test('keeps the old build whole under an open cart, and offers the new one after the sale, loaded once', async () => {
  await tablet.counter.scan(BARCODE)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  const build = await newBuildWaits()
  await tablet.page.getByRole('link', { name: 'Exceptions' }).first().click()
  await tablet.page.getByRole('heading', { name: 'Exceptions' }).first().waitFor()
  await tablet.page.getByRole('link', { name: 'Store Order' }).first().click()
  await tablet.counter.ready()
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  expect([await isUntouched(), await offer().isVisible(), await buildShown()]).toEqual([true, false, 'the first'])

  await tablet.counter.checkOut()
  await tablet.counter.newSale()
  await offer().waitFor()
  expect(await isUntouched()).toBe(true)
  await update(build)
  expect((await tablet.counter.held()).sales).toHaveLength(1)
})

test('offers no update while sales are being sent', async () => {
  // first, since a push that is held is given up before a slow machine has fetched a build
  const build = await newBuildWaits()
  await offer().waitFor()
  let go: () => void = () => {}
  const held = new Promise<void>(resolve => {
    go = resolve
  })
  gateway.meddle(PUSH, async ({ forward, reply }) => {
    await held
    answer(reply, await forward())
  })
  await tablet.counter.scanAndSell([BARCODE, BARCODE])
  await until(() => gateway.of(PUSH).open > 0, 'a push')
  expect([await isUntouched(), await offer().isVisible()]).toEqual([true, false])
  go()
  gateway.mend()
  await tablet.counter.says(/all sales sent/i)
  await offer().waitFor()
  await update(build)
})

test('waits with an accepted update while another tab sends, and says so while another tab has a cart', async () => {
  const other = await tablet.tab()
  const build = await newBuildWaits()
  await offer().waitFor()
  let go: () => void = () => {}
  const held = new Promise<void>(resolve => {
    go = resolve
  })
  gateway.meddle(PUSH, async ({ forward, reply }) => {
    await held
    answer(reply, await forward())
  })
  await other.scanAndSell([BARCODE])
  await until(() => gateway.of(PUSH).open > 0, 'a push')
  await other.scan(BARCODE)
  await other.page.getByText('Sub-total · 1 item').waitFor()
  await offer().click()
  await tablet.page.getByText('Updating … Sales that wait are sent first.').waitFor()
  expect(await isUntouched()).toBe(true)

  go()
  await tablet.page.getByText('A cart is open on this device. Finish the sale, then try again.').waitFor()
  expect(await isUntouched()).toBe(true)
  await other.checkOut()
  await other.page.close()
  await update(build)
})

test('makes way for the next worker while still trying to send', async () => {
  const refuse = (wait_s: number) =>
    gateway.meddle(PUSH, ({ reply }) => {
      answer(reply, { status: 503, headers: { 'retry-after': String(wait_s) }, body: Buffer.from('') })
    })
  refuse(0)
  await tablet.counter.scanAndSell([BARCODE])
  await tablet.page.goto(`${gateway.url}/about`)
  const build = await newBuildWaits()
  refuse(NEXT_TRY_S) // only now, so that the worker's wait is still long however long the build took
  const { begun } = gateway.of(PUSH)
  await (
    await aSyncEvent(tablet)
  )()
  await until(() => gateway.of(PUSH).begun > begun && gateway.of(PUSH).open === 0, 'the worker tries')
  const tried = gateway.of(PUSH).begun
  await take(build)
  expect(gateway.of(PUSH).begun).toBe(tried) // without making way, the worker would have stayed for its next try
  gateway.mend()
  await tablet.page.goto(`${gateway.url}/staff/orders/add`)
  await tablet.counter.ready()
  await tablet.browser.setOffline(true)
  await tablet.browser.setOffline(false) // the till tries at once when the network is back
  await tablet.counter.says(/all sales sent/i)
})

test('updates although the network stops in the middle of a picture', async () => {
  const build = await newBuildWaits()
  const path = '/storage/pictures/0000000000000000-160.webp'
  gateway.meddle(path, ({ reply }) => {
    reply.writeHead(200, { 'content-type': 'image/webp', 'content-length': 10_000 })
    reply.write(Buffer.alloc(5_000))
  })
  await tablet.page.evaluate(
    from =>
      void fetch(from)
        .then(reply => reply.text())
        .catch(() => {}),
    path,
  )
  await until(() => gateway.of(path).open === 1, 'a picture')
  await offer().waitFor()
  await update(build)
})

test('stays on the old build, with the cart, on an offline reload, and updates offline when accepted', async () => {
  const before = await buildShown()
  const build = await newBuildWaits()
  gateway.cut()
  await tablet.browser.setOffline(true)
  await tablet.counter.scan(BARCODE)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  await tablet.counter.kept(1)
  await tablet.page.reload()
  await tablet.counter.ready()
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  expect(await buildShown()).toBe(before)
  await tablet.counter.checkOut()
  await tablet.counter.newSale()
  await offer().waitFor()
  await update(build)
  await tablet.counter.says(/1 waiting/)
  gateway.mend()
  await tablet.browser.setOffline(false)
  await tablet.counter.says(/all sales sent/i)
})

test('serves the assets of the two builds before', async () => {
  const assetOf = (build: string) => readdirSync(join(builds, build, 'assets')).find(file => file.endsWith('.js'))!
  const kept = [`next-${made - 1}`, `next-${made - 2}`]
  expect(
    await Promise.all(kept.map(async build => (await fetch(`${shop.url}/assets/${assetOf(build)}`)).status)),
  ).toEqual([200, 200])
  expect((await fetch(`${shop.url}/assets/${assetOf(first)}`)).status).toBe(404)
})

test('control: reloads the page under the cart when a build takes over by itself', async () => {
  await tablet.page.evaluate(() =>
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload()),
  )
  await tablet.counter.scan(BARCODE)
  await tablet.page.getByText('Sub-total · 1 item').waitFor()
  await newBuildWaits()
  await tablet.page.evaluate(async () => {
    const { active, waiting } = (await navigator.serviceWorker.getRegistration())!
    const { port1, port2 } = new MessageChannel()
    const made = new Promise(resolve => {
      port1.onmessage = resolve
    })
    active!.postMessage({ type: 'MAKE_WAY' }, [port2])
    await made
    waiting!.postMessage({ type: 'SKIP_WAITING' })
  })
  await until(async () => !(await isUntouched().catch(() => true)), 'the page was reloaded')
})
