import { keepBuild } from '#api/builds/kept.ts'
import { newWorkerWaits } from '#tests/support/browser/new-worker.ts'
import { until } from '#tests/support/runs/processes.ts'
import type { Tablet } from '#tests/support/counter/tablet.ts'

const AGAIN_MS = 75_000

/**
 * Brings a new build to the shop and to this browser; the cashier accepts it, and reloads and accepts once more if the
 * browser keeps the old one.
 */
export async function changeBuild({ page, counter }: Tablet, builds: string, build: string): Promise<void> {
  await keepBuild(builds, build)
  await newWorkerWaits(page)
  const end = Date.now() + 180_000
  for (;;) {
    await page.evaluate(() => {
      document.body.dataset.mark = 'the build before'
    })
    await page.getByRole('button', { name: 'Update now' }).click()
    const isNew = () => page.evaluate(() => document.body.dataset.mark === undefined).catch(() => false)
    const came = await until(isNew, 'the other build is shown', AGAIN_MS).then(
      () => true,
      () => false,
    )
    if (came) break
    if (Date.now() > end) throw new Error('The browser kept the old build.')
    await page.reload()
  }
  await counter.ready()
}
