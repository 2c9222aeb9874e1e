import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { letterWith } from '#tests/support/people/letters.ts'
import { lookAt, watched } from '#tests/support/browser/look.ts'
import { inABrowser } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, acceptDownloads: true }
const EMAIL = 'customer@shop.test'
const NEW = 'batik-and-indigo'

let shop: Shop
let page: Page
let faults: string[]
inABrowser({ ...PHONE, reducedMotion: 'reduce' }, here => {
  ;({ shop, page } = here)
  faults = watched(page)
})

const go = (path: string) => page.goto(shop.url + path)
const field = (name: string) => page.getByLabel(name, { exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/**
 * The browser says of each refusal that there was one, a moment later perhaps than the page does: that is waited for,
 * and no fault.
 */
async function forgiveRefusal(): Promise<void> {
  const here = new URL(page.url()).pathname
  await expect
    .poll(() => faults.filter(fault => fault.startsWith(here) && /status of 4\d\d/.test(fault)))
    .not.toEqual([])
  faults.length = 0
}

async function signIn(password: string) {
  await field('Email').fill(EMAIL)
  await field('Password').fill(password)
  await press('Login')
}

/** By the menu, not by removing the cookie: a page that is asking for a new token would put it back. */
async function signOut() {
  await go('/account-area/details')
  await page.locator('header summary').filter({ hasText: 'Akua' }).click()
  await press('Logout')
  await page.locator('header').getByRole('link', { name: 'Login' }).waitFor()
}

describe('a customer on a phone', () => {
  test('gets a link for a forgotten password, sets a new one and signs in with it', async () => {
    await go('/account-area/details')
    await page.waitForURL(/\/login\?redirect=%2Faccount-area%2Fdetails$/)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: 'Send the link' }).waitFor() // the page before it has an email field too
    await field('Email').fill(EMAIL)
    await press('Send the link')
    await page.getByText('Check your email').waitFor()
    const [link = ''] = /http\S+reset-password\S+/.exec(await letterWith(shop, EMAIL, 'Choose a new password')) ?? []
    await page.goto(link)
    for (const name of ['New password', 'Repeat new password']) await field(name).fill(NEW)
    await press('Set new password')
    await page.waitForURL(/\/login$/)
    await page.getByText('Your password is changed').waitFor()
    await letterWith(shop, EMAIL, 'Your password was changed')

    await page.goto(link)
    for (const name of ['New password', 'Repeat new password']) await field(name).fill(`${NEW}-2`)
    await press('Set new password')
    await page.getByText('This link no longer works.').waitFor()
    await forgiveRefusal()

    await go('/login?redirect=/account-area/addresses')
    await signIn(NEW)
    await page.waitForURL(/\/account-area\/addresses$/)
    await page.getByText('No addresses yet').waitFor()
  })

  test('adds, changes and deletes an address', async () => {
    await page.getByRole('link', { name: 'Add Address' }).click()
    await field('First name').fill('Kojo')
    await field('Last name').fill('Asante')
    await field('Phone').fill('024 412 3456')
    await field('Region').selectOption({ label: 'Ashanti' })
    await page.getByLabel('Zone').selectOption({ label: 'Kumasi Central (Adum, Asokwa, Bantama, Nhyiaeso, KNUST)' })
    await field('Address').fill('Plot 5, Bantama High Street, by the blue kiosk')
    await page.getByLabel('Digital address').fill('AK-1-1')
    await press('Add Address')
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('digital_address')
    await forgiveRefusal()
    await page.getByLabel('Digital address').fill('ak-039-5028')
    await press('Add Address')
    await page.getByText('Address added.').waitFor()
    await page.getByText('AK-039-5028 · Kumasi Central, Ashanti').waitFor()
    await page.getByText('Default').waitFor()

    await page.getByRole('link', { name: /^Change Plot 5/ }).click()
    await page.waitForURL(/\/account-area\/addresses\/\d+\/update$/)
    expect(await field('Phone').inputValue()).toBe('024 412 3456')
    await field('Region').selectOption({ label: 'Greater Accra' })
    await field('Address').fill('14 Oxford Street, Osu')
    await press('Update Address')
    await page.getByText('Address updated.').waitFor()
    await page.getByText('AK-039-5028 · Greater Accra').waitFor()

    await press('Remove 14 Oxford Street, Osu')
    await press('Remove it')
    await page.getByText('No addresses yet').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Addresses')
  })

  test('changes name and phone, and sees the new name at once', async () => {
    await page.getByRole('link', { name: 'Your details' }).click()
    await field('Name').fill('Akua Boateng')
    await field('Phone').fill('020 765 4321')
    await press('Save')
    await page.getByText('Your details are saved.').waitFor()
    await expect.poll(() => field('Phone').inputValue()).toBe('020 765 4321')
    await page.locator('header').getByText('Akua').waitFor({ state: 'attached' })
  })

  test('sees other signed-in devices and signs them out', async () => {
    const token = async () =>
      (
        (await (
          await fetch(`${shop.url}/api/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email: EMAIL, password: NEW, device_name: 'Chrome on Windows' }),
          })
        ).json()) as { token: string }
      ).token
    const elsewhere = await token()
    const statusElsewhere = async () =>
      (await fetch(`${shop.url}/api/account`, { headers: { authorization: `Bearer ${elsewhere}` } })).status
    expect(await statusElsewhere()).toBe(200)
    await page.reload()
    await page.getByText('This device').waitFor()
    await page.getByRole('button', { name: /^Sign out Chrome on Windows/ }).click()
    await page.getByText('The device is signed out.').waitFor()
    expect(await statusElsewhere()).toBe(401)
    await page.getByText('Chrome on Windows').waitFor({ state: 'detached' })
  })

  test('downloads what the shop holds about them', async () => {
    const waiting = page.waitForEvent('download')
    await press('Download my data')
    const file = JSON.parse(readFileSync(await (await waiting).path(), 'utf8')) as { account: { email: string }[] }
    expect(file.account[0]!.email).toBe(EMAIL)
  })

  test("sees the coupons they can use, and nobody else's", async () => {
    await page.getByRole('link', { name: 'Coupons' }).click()
    await page.getByText('WELCOME10', { exact: true }).waitFor()
    expect(await page.getByText('KENTE15').count()).toBe(0)
    expect(await page.getByText('FIRST20').count()).toBe(0)
  })

  test('finds no fault on these screens', async () => {
    for (const [path, title] of [
      ['/account-area/addresses', 'Addresses'],
      ['/account-area/addresses/add', 'Add Address'],
      ['/account-area/coupons', 'Coupons'],
      ['/account-area/details', 'Your details'],
      ['/forgot-passwrd', 'Forgot password'],
      ['/reset-password?token=x&email=ama@shop.test', 'New password'],
      ['/reset-password', 'New password'],
    ] as const) {
      await go(path)
      faults.push(...(await lookAt(page, `Selvedge | ${title}`)))
    }
    expect(faults).toEqual([])
  })

  test('erases the account and is a stranger to the shop', async () => {
    await page.setViewportSize(PHONE.viewport)
    await signOut()
    await go('/register?redirect=/account-area/details')
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    for (const [name, value] of [
      ['Name', 'Esi Quaye'],
      ['Email', 'esi@shop.test'],
      ['Phone', '0244123456'],
      ['Password', NEW],
    ] as const)
      await field(name).fill(value)
    await page.locator('[name=password_confirmation]').fill(NEW)
    await page.locator('main form button').click()
    await page.waitForURL(/\/account-area\/details$/)
    await press('Delete my account')
    await field('Your password').fill(NEW)
    await press('Delete permanently')
    await page.getByText('Your account is deleted.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await letterWith(shop, 'esi@shop.test', 'Your account is deleted')
    await go('/account-area/details')
    await page.waitForURL(/\/login\?redirect=/)
  })
})
