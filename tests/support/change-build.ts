import { keepBuild } from '#api/builds/kept.ts'
import { newWorkerWaits } from '#tests/support/new-worker.ts'
import { until } from '#tests/support/processes.ts'
import type { Tablet } from '#tests/support/tablet.ts'

/** Brings a new build to the shop and to this browser; the cashier accepts it. */
export async function changeBuild({ page, counter }: Tablet, builds: string, build: string): Promise<void> {
  await keepBuild(builds, build)
  await page.evaluate(() => {
    document.body.dataset.mark = 'the build before'
  })
  await newWorkerWaits(page)
  await page.getByRole('button', { name: 'Update now' }).click()
  await until(
    () => page.evaluate(() => document.body.dataset.mark === undefined).catch(() => false),
    'the other build is shown',
    180_000,
  )
  await counter.ready()
}
