import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { ensureBuild } from '#api/builds/build.ts'
import { newWorkerWaits } from '#tests/support/browser/new-worker.ts'
import { addBuild, copyBuild, newestBuild } from '#tests/support/browser/next-build.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'
import { Late } from '#tests/support/late.ts'
import { until } from '#tests/support/runs/processes.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { BUILDS_DIR, startShop, type Shop } from '#tests/support/server/server.ts'

interface UpdatingTill {
  shop: Shop
  gateway: Gateway
  tablet: Tablet
  /** The folder of the shop's builds, and the name of the first. */
  builds: string
  first: string
}

/**
 * A shop with builds of its own and a tablet at its till, passed to `use` before the first test of the file; before
 * each test the network is whole and the till open.
 */
export function updatingTill(use: (here: UpdatingTill) => void) {
  const builds = mkdtempSync(join(quickFolder(), 'selvedge-builds-'))
  let shop: Shop
  let gateway: Gateway
  let tablet: Tablet
  let made = 1

  beforeAll(async () => {
    await ensureBuild(BUILDS_DIR)
    copyBuild(BUILDS_DIR, builds)
    shop = await startShop({ env: { BUILDS_DIR: builds } })
    gateway = await aGateway(shop.port)
    tablet = await aTablet(gateway.url)
    use({ shop, gateway, tablet, builds, first: newestBuild(builds) })
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

  const buildShown = () => tablet.page.evaluate(() => document.documentElement.dataset.build ?? 'the first')
  const offer = () => tablet.page.getByRole('button', { name: 'Update now' })

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

  return {
    isUntouched: () => tablet.page.evaluate(() => document.body.dataset.mark === 'as it was'),
    buildShown,
    offer,
    take,
    /** The number of the newest build; the first is 1. */
    made: () => made,
    /** A new build comes to the shop, and to this browser, where it waits. */
    async newBuildWaits(): Promise<string> {
      made += 1
      await addBuild(builds, `next-${made}`)
      await newWorkerWaits(tablet.page)
      return `next-${made}`
    },
    /** Takes the offer, and sees that the page was loaded once for it. */
    async update(build: string) {
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
    },
  }
}

const workersOf = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!
    const { controller } = navigator.serviceWorker
    return JSON.stringify([installing?.state, waiting?.state, active?.state, controller === active])
  })
