import AxeBuilder from '@axe-core/playwright'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#api/app.ts'
import { select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { paystack } from '#api/payments/paystack.ts'
import { type Api, startApi } from '#tests/support/server/api.ts'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { aPayment, GOOD, PUBLIC, type RunningSandbox, SECRET, startSandbox } from '#tests/support/shop/sandbox.ts'
import { freePort } from '#tests/support/server/server.ts'

let run: RunningSandbox
let browser: BrowserContext
const profile = browserProfile()
const complaints: string[] = []
beforeAll(async () => {
  run = await startSandbox()
  browser = await profile.open({ viewport: { width: 390, height: 844 } })
  browser.on(
    'console',
    message =>
      message.type() === 'error' && !message.text().includes('400 (Bad Request)') && complaints.push(message.text()),
  )
})
afterAll(async () => {
  await browser.close()
  profile.remove()
  await run.sandbox.idle()
  run.stop()
})

const shopPage = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Checkout</h1>
<button id="b">Pay</button></main><script src="/sandbox/paystack/inline.js"></script>
<script>window.heard = []; const hear = name => what => heard.push([name, what]); window.pop = new PaystackPop()
window.calls = { onSuccess: hear('success'), onCancel: hear('cancel'),
onLoad: hear('load'), onError: hear('error') }</script>`

/** A page of a shop on the sandbox's origin. */
async function openShop(): Promise<Page> {
  const page = await browser.newPage()
  await page.route(`${run.sandbox.origin}/shop`, route => route.fulfill({ contentType: 'text/html', body: shopPage }))
  await page.goto(`${run.sandbox.origin}/shop`)
  return page
}
const heard = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { heard: [string, { reference?: string; status?: string } | undefined][] }).heard,
  )
const start = (page: Page, call: string) => page.evaluate(`{ window.transaction = pop.${call}; undefined }`)
const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[id^=inline-checkout-]')

describe('the pop-up', () => {
  test('takes a declined card, then another, and tells the shop once', async () => {
    const { access_code, reference } = await aPayment(run)
    const page = await openShop()
    await start(page, `resumeTransaction('${access_code}', calls)`)
    const frame = frameOf(page)
    await frame.getByRole('button', { name: /^Declined/ }).click()
    await frame.getByRole('button', { name: 'Pay GH₵50.00' }).click()
    await frame.getByRole('alert').filter({ hasText: 'Declined' }).waitFor()
    await frame.getByRole('button', { name: /^Success after PIN and OTP/ }).click()
    await frame.getByRole('button', { name: 'Pay GH₵50.00' }).click()
    await frame.getByLabel('Card PIN').fill('1234')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await frame.getByLabel('Code').fill('123456')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await page.waitForFunction('heard.some(([name]) => name === "success")')
    expect((await heard(page)).map(([name, what]) => [name, what?.reference, what?.status])).toEqual([
      ['load', undefined, undefined],
      ['success', reference, 'success'],
    ])
    expect(await page.locator('iframe').count()).toBe(0)
    await page.close()
  })

  test('closes by its button, by Escape and by the shop', async () => {
    const { access_code } = await aPayment(run)
    const page = await openShop()
    for (const close of [
      () => frameOf(page).getByRole('button', { name: 'Cancel payment' }).click(),
      () => frameOf(page).locator('[name=number]').press('Escape'),
      () => page.evaluate('pop.cancelTransaction(transaction.id)'),
    ]) {
      await start(page, `resumeTransaction('${access_code}', calls)`)
      await frameOf(page).getByRole('button', { name: 'Pay GH₵50.00' }).waitFor()
      await close()
      await page.locator('iframe').waitFor({ state: 'detached' })
    }
    expect((await heard(page)).filter(([name]) => name === 'cancel')).toHaveLength(3)
    await page.close()
  })

  test('opens its own transaction and says what is wrong with one', async () => {
    const page = await openShop()
    await start(
      page,
      `newTransaction({ key: '${PUBLIC}', email: 'a@shop.test', amount: 1000, currency: 'GHS', ref: 'inline-1', ...calls })`,
    )
    await frameOf(page).getByText('Mobile money', { exact: true }).click()
    await frameOf(page).getByLabel('Phone number').fill('055 123 4987')
    await frameOf(page).getByRole('button', { name: 'Pay GH₵10.00' }).click()
    await page.waitForFunction('heard.some(([name]) => name === "success")')
    expect((await run.client.verify('inline-1'))!.status).toBe('success')
    await start(
      page,
      `newTransaction({ key: '${PUBLIC}', email: 'a@shop.test', amount: 1000, ref: 'inline-1', ...calls })`,
    )
    await page.waitForFunction(
      'heard.some(([name, what]) => name === "error" && what.message === "Duplicate Transaction Reference")',
    )
    await expect(start(page, 'newTransaction({ key: "x" })')).rejects.toThrow(/Invalid transaction parameters/)
    await page.close()
  })

  test("shows itself on nobody else's page", async () => {
    const { access_code } = await aPayment(run)
    const elsewhere = createServer((_, response) =>
      response.end(`<!doctype html><iframe src="${run.base}/checkout/${access_code}"></iframe>`),
    ).listen(0, '127.0.0.1')
    await new Promise(resolve => elsewhere.once('listening', resolve))
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`)
    await expect.poll(() => page.frames().at(-1)!.url()).toMatch(/^chrome-error:/)
    await page.close()
    elsewhere.close()
    expect(complaints.splice(0)).toEqual([expect.stringContaining('frame-ancestors') as string])
  })
})

test('leads back to the shop when it is opened alone', async () => {
  const { access_code, reference } = await aPayment(run, { callback_url: `${run.sandbox.origin}/shop` } as object)
  const page = await browser.newPage()
  await page.route(`${run.sandbox.origin}/shop?**`, route => route.fulfill({ contentType: 'text/html', body: 'back' }))
  await page.goto(`${run.base}/checkout/${access_code}`)
  await page.getByRole('button', { name: /^Success 4084/ }).click()
  await page.getByRole('button', { name: 'Pay GH₵50.00' }).click()
  await page.waitForURL(`**/shop?**`)
  expect(new URL(page.url()).search).toBe(`?trxref=${reference}&reference=${reference}`)
  await page.close()
})

test.each(['light', 'dark'] as const)('is accessible in the %s', async colorScheme => {
  const { access_code } = await aPayment(run)
  const page = await browser.newPage()
  await page.emulateMedia({ colorScheme })
  await page.goto(`${run.base}/checkout/${access_code}`)
  await page.getByRole('button', { name: 'Pay GH₵50.00' }).waitFor()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([])
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/sandbox-${colorScheme}.png`, fullPage: true })
  await page.close()
})

test('runs only its own scripts, and no browser complains', async () => {
  const { access_code } = await aPayment(run)
  const reply = await fetch(`${run.base}/checkout/${access_code}`)
  expect(reply.headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self' ${run.sandbox.origin}`,
  )
  expect((await reply.text()).match(/<script[^>]*>[^<]+/)).toBeNull()
  expect((await fetch(`${run.base}/checkout/nobody`)).status).toBe(404)
  expect(complaints).toEqual([])
})

describe('in the shop', () => {
  test('has no sandbox unless the demo wants it', async () => {
    const api: Api = await startApi()
    expect((await api.send('POST', '/sandbox/paystack/transaction/initialize', { body: {} })).body.code).toBe(
      'not_found',
    )
    api.stop()
  })

  test('pays at its own sandbox, which reports to it', async () => {
    const { payments, shopUrl } = env
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    Object.assign(env, {
      shopUrl: base,
      payments: { provider: 'sandbox', publicKey: PUBLIC, secretKey: SECRET, apiUrl: `${base}/sandbox/paystack` },
    })
    const server = createServer(createApp().callback()).listen(port, '127.0.0.1')
    const client = paystack(env.payments!)
    const { access_code, reference } = await aPayment({ client })
    const paid = await fetch(`${base}/sandbox/paystack/checkout/${access_code}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(GOOD),
    })
    expect([paid.status, (await client.verify(reference))!.status]).toEqual([200, 'success'])
    await expect
      .poll(() => select('SELECT event, reference FROM payment_events'))
      .toEqual([{ event: 'charge.success', reference }])
    expect((await fetch(`${base}/api/shop`)).status).toBe(200)
    Object.assign(env, { payments, shopUrl })
    server.close()
    server.closeAllConnections()
  })
})
