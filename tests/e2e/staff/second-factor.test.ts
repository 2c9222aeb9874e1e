import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RECOVERY_CODES } from '#sync/protocol/staff/second-factor.ts'
import { sql } from '#tests/support/people/books.ts'
import { lookAt, watched } from '#tests/support/browser/look.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import { codeOf } from '#tests/support/people/second-factors.ts'
import { runShop, type Shop } from '#tests/support/server/server.ts'

let shop: Shop
let browser: BrowserContext
let page: Page
let faults: string[]
inABrowserEach({ reducedMotion: 'reduce', acceptDownloads: true }, async here => {
  ;({ shop, browser, page } = here)
  faults = watched(page)
  await sql(
    shop,
    "UPDATE settings SET value = 'REQUIRED' WHERE name IN ('second_factor_administrator', 'second_factor_manager')",
  )
})

/** A browser makes no passkeys for an address of numbers. */
const at = (path: string) => `http://localhost:${shop.port}${path}`
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabel(name, { exact: true })

/** The machine's own authenticator: a fingerprint that is always right. */
async function withAuthenticator(): Promise<void> {
  const cdp = await browser.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signIn(email: string, redirect = '/staff'): Promise<void> {
  await browser.clearCookies()
  await page.goto(at('/about'))
  await page.evaluate(() => localStorage.clear())
  await page.goto(at(`/login?redirect=${encodeURIComponent(redirect)}`))
  await field('Email').fill(email)
  await field('Password').fill('Demo-1234')
  await page.keyboard.press('Enter')
}

const refusals = () => faults.filter(fault => !/status of (401|403|422)/.test(fault))

test('lets an administrator set up a passkey at sign-in, sign in with it, and confirm an export of people with it', async () => {
  await withAuthenticator()
  await signIn('admin@shop.test', '/staff/users')
  await page.waitForURL(at('/staff/security'))
  await page.getByText('Set up two-step verification to open the back office.').waitFor()
  await page.getByRole('form', { name: 'Add a passkey' }).getByLabel('Your password').fill('Demo-1234')
  await button('Add passkey').click()
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(RECOVERY_CODES)
  expect(await lookAt(page, /Security/)).toEqual([])
  await page.getByRole('link', { name: 'Open the back office' }).click()
  await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor()

  await signIn('admin@shop.test', '/staff/users')
  await button('Use your passkey').waitFor()
  expect(await lookAt(page, /Login/)).toEqual([])
  await button('Use your passkey').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(at('/staff/users'))

  await sql(shop, 'UPDATE sessions SET second_factor_at = NOW(3) - INTERVAL 11 MINUTE')
  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  await page
    .getByRole('dialog', { name: 'Confirm it is you' })
    .getByRole('button', { name: 'Use your passkey' })
    .click()
  expect(readFileSync(await (await csv).path(), 'utf8')).toContain('admin@shop.test')
  expect(refusals()).toEqual([])
})

test('loads nothing of two-step verification for shoppers', async () => {
  const staffs = (await (await fetch(`${shop.url}/till-assets.json`)).json()) as string[]
  for (const part of ['second-step', 'factor-form', 'passkeys', 'security'])
    expect([part, staffs.some(file => file.includes(part))]).toEqual([part, true])
})

test('lets a manager set up an app, see a wrong code beside its field, and sign in by code and recovery code', async () => {
  await signIn('manager@shop.test')
  await page.waitForURL(at('/staff/security'))
  await page.getByRole('form', { name: 'Set up an authenticator app' }).getByLabel('Your password').fill('Demo-1234')
  await page.keyboard.press('Enter')
  const secret = (await page.getByText(/^Key:/).innerText()).slice('Key:'.length).replace(/\s/g, '')
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  expect(await lookAt(page, /Security/)).toEqual([])
  await field('2. Code that the app shows').fill(await codeOf(secret, -1))
  await page.keyboard.press('Enter')
  const code = await page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem').first().innerText()

  await signIn('manager@shop.test')
  await field('Code from your authenticator app').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByLabel('Code from your authenticator app').and(page.locator('[aria-invalid=true]')).waitFor()
  expect(await lookAt(page, /Login/)).toEqual([])
  await field('Code from your authenticator app').fill(await codeOf(secret))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor()

  await signIn('manager@shop.test')
  await button('Use a recovery code').click()
  await field('Recovery code').fill(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor()
  await page.goto(at('/staff/security'))
  await page.getByText('9 of 10 codes are left.').waitFor()

  // The last way in: somebody at the shop's own machine.
  const { exit, words } = runShop(['user', 'manager@shop.test', '--role', 'MANAGER', '--reset-second-factor'], {
    DATA_DIR: shop.dataDir,
  })
  expect([await exit, words()]).toEqual([0, expect.stringContaining('manager@shop.test is MANAGER')])
  await signIn('manager@shop.test')
  await page.waitForURL(at('/staff/security'))
  expect(refusals()).toEqual([])
})
