import { expect, test } from 'vitest'
import type { Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import type { Tablet } from '#tests/support/counter/tablet.ts'
import { updatingTill } from '#tests/support/counter/updating-till.ts'

const BARCODE = '6034128000424'

let gateway: Gateway
let tablet: Tablet
const { isUntouched, buildShown, offer, newBuildWaits, update } = updatingTill(here => {
  ;({ gateway, tablet } = here)
})

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
