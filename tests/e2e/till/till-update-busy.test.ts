import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answer, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import type { Shop } from '#tests/support/server/server.ts'
import { aSyncEvent } from '#tests/support/till/sync-event.ts'
import type { Tablet } from '#tests/support/counter/tablet.ts'
import { updatingTill } from '#tests/support/counter/updating-till.ts'

const PUSH = '/api/sync/push'
/** How long the worker waits for its next try, unless it is asked to make way. */
const NEXT_TRY_S = 40
const BARCODE = '6034128000424'

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let builds: string
let first: string
const { isUntouched, offer, take, made, newBuildWaits, update } = updatingTill(here => {
  ;({ shop, gateway, tablet, builds, first } = here)
})

/** Holds what the till sends until the function that is returned is called. */
function holdPushes(): () => void {
  let go: () => void = () => {}
  const held = new Promise<void>(resolve => {
    go = resolve
  })
  gateway.meddle(PUSH, async ({ forward, reply }) => {
    await held
    answer(reply, await forward())
  })
  return go
}

test('offers no update while sales are being sent', async () => {
  // first, since a push that is held is given up before a slow machine has fetched a build
  const build = await newBuildWaits()
  await offer().waitFor()
  const go = holdPushes()
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
  const go = holdPushes()
  await other.scanAndSell([BARCODE])
  await until(() => gateway.of(PUSH).open > 0, 'a push')
  await other.scan(BARCODE)
  await other.page.getByText('Sub-total · 1 item').waitFor()
  await offer().click()
  await tablet.page.getByText('Updating … What is not sent yet is sent first.').waitFor()
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
  // Two rounds may be under way, the event's behind the worker's own; each tries once more.
  let [tried, looks] = [begun, 0]
  const isAtRest = () => {
    const now = gateway.of(PUSH)
    looks = now.begun === tried && now.open === 0 ? looks + 1 : 0
    tried = now.begun
    return tried > begun && looks > 10
  }
  await until(isAtRest, 'the worker tried, and rests')
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

test('serves the assets of the two builds before', async () => {
  const assetOf = (build: string) => readdirSync(join(builds, build, 'assets')).find(file => file.endsWith('.js'))!
  const kept = [`next-${made() - 1}`, `next-${made() - 2}`]
  expect(
    await Promise.all(kept.map(async build => (await fetch(`${shop.url}/assets/${assetOf(build)}`)).status)),
  ).toEqual([200, 200])
  expect((await fetch(`${shop.url}/assets/${assetOf(first)}`)).status).toBe(404)
})
