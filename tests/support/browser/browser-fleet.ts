import type { BrowserContext } from 'playwright-core'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from '#api/builds/build.ts'
import { keepBuild } from '#api/builds/kept.ts'
import { BrowserTill } from '#tests/support/browser/browser-till.ts'
import { buildBefore } from '#tests/support/runs/build-before.ts'
import { changeBuild } from '#tests/support/browser/change-build.ts'
import { aNetwork, type Weather } from '#tests/support/server/network.ts'
import { copyBuild, newestBuild } from '#tests/support/browser/next-build.ts'
import { looksForBuilds } from '#tests/support/browser/new-worker.ts'
import { BUILDS_DIR } from '#tests/support/server/server.ts'
import { aTablet } from '#tests/support/counter/tablet.ts'

interface Wanted {
  /** The folder of builds that the API serves. */
  builds: string
  port: number
  weather: Partial<Weather>
  random: () => number
  barcodes: readonly string[]
  present: number
}

const BEFORE = 'before'

/** Copies the current pages into a separate folder of builds. */
export async function layBuild(builds: string): Promise<void> {
  await ensureBuild(BUILDS_DIR)
  copyBuild(BUILDS_DIR, builds)
}

/**
 * Tills in real browsers with the current build, and one with the previous build if the project's history is here; each
 * signed in, all through one network, which is fair until `begin`.
 */
export async function browserFleet({ builds, port, weather, random, barcodes, present }: Wanted) {
  const network = await aNetwork(port, {}, random)
  const build = newestBuild(builds)
  const before = await buildBefore()
  const older: BrowserTill[] = []
  if (before) {
    cpSync(before, join(builds, BEFORE), { recursive: true })
    await keepBuild(builds, BEFORE)
    // The previous build's own policy allowed what it does.
    const options = { bypassCSP: true, prepare: (browser: BrowserContext) => browser.addInitScript(sendFromPageAlone) }
    const tablet = await aTablet(network.url, options)
    await looksForBuilds(tablet.page)
    older.push(new BrowserTill(tablet, barcodes, false))
    await keepBuild(builds, build)
  }
  const tills: BrowserTill[] = []
  while (tills.length < present) tills.push(new BrowserTill(await aTablet(network.url), barcodes))
  return {
    tills: [...tills, ...older],
    older,
    happened: network.happened,
    begin: () => network.change(weather),
    /** Accepts the build that waits in the browser; a worker whose files get lost on the way is not installed. */
    upgrade: (till: BrowserTill) =>
      till.upgrade(async tablet => {
        network.change({})
        await changeBuild(tablet, builds, build)
        network.change(weather)
      }),
    async close(): Promise<void> {
      for (const till of [...tills, ...older]) await till.close()
      network.close()
    },
  }
}
export type BrowserFleet = Awaited<ReturnType<typeof browserFleet>>

/** In the page: stops the worker from sending in its place. */
function sendFromPageAlone() {
  Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
}
