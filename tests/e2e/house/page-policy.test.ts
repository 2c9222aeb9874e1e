import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { isAlive } from '#tests/support/database/alive.ts'
import { checkoutOf, JEANS } from '#tests/support/shop/checkout.ts'
import { stoppedByPolicy } from '#tests/support/browser/chromium.ts'
import { inABrowserEach } from '#tests/support/browser/own-browser.ts'
import type { Shop } from '#tests/support/server/server.ts'

let shop: Shop
let browser: BrowserContext
let page: Page
// Here the policy is meant to stop something. Set first, so that it runs once the browser is closed.
afterEach(() => void stoppedByPolicy.splice(0))
inABrowserEach({ serviceWorkers: 'block' }, here => {
  ;({ shop, browser, page } = here)
})

/** In the page: whether it takes what somebody puts into it who found a way to write there. */
function attack() {
  const throws = (act: () => unknown) => {
    try {
      act()
      return false
    } catch (error) {
      return error instanceof TypeError
    }
  }
  const box = document.body.appendChild(document.createElement('div'))
  document.head.appendChild(document.createElement('style')).textContent = 'main { display: none !important }'
  box.setAttribute('style', 'position: fixed')
  const [script, image] = [document.createElement('script'), '<img src="/nowhere" onerror="stolen = 1">']
  return {
    mainIsHidden: getComputedStyle(document.querySelector('main')!).display === 'none',
    boxIsOverAll: getComputedStyle(box).position === 'fixed',
    refusesHandlers: throws(() => {
      box.innerHTML = image
    }),
    refusesMarkup: throws(() => document.body.insertAdjacentHTML('beforeend', '<base href="https://elsewhere.test">')),
    refusesForeignScripts: throws(() => {
      script.src = 'https://elsewhere.test/skim.js'
    }),
    refusesOwnUploads: throws(() => {
      script.src = '/storage/pictures/skim.js'
    }),
    refusesTexts: throws(() => {
      script.text = 'stolen = 1'
    }),
    takesHarmlessMarkup: !throws(() => {
      box.innerHTML = '<br>'
    }),
  }
}

// Before: both styles held, so that whoever could write an element covered the page; and every text became HTML or the
// address of a script.
test('refuses styles and scripts from text and reports them to the shop', async () => {
  await page.goto(shop.url + JEANS.path)
  await isAlive(page)
  expect(await page.evaluate(attack)).toEqual({
    mainIsHidden: false,
    boxIsOverAll: false,
    refusesHandlers: true,
    refusesMarkup: true,
    refusesForeignScripts: true,
    refusesOwnUploads: true,
    refusesTexts: true,
    takesHarmlessMarkup: true,
  })
  await expect.poll(() => shop.words()).toContain('a page policy stopped something')
  expect(shop.words()).toMatch(/"directive":"style-src-(elem|attr)"/)
})

test('shows a drawn page as it was drawn before any script runs', async () => {
  await browser.route('**/assets/*.js', route => route.abort())
  await page.goto(shop.url + JEANS.path)
  expect(await page.evaluate("document.querySelectorAll('[style]').length")).toBe(0)
  const styled = await page.evaluate(() =>
    [...document.querySelectorAll('img[data-style]')].map(image => getComputedStyle(image).backgroundColor),
  )
  expect(styled.length).toBeGreaterThan(0)
  expect(styled.filter(colour => colour === 'rgba(0, 0, 0, 0)')).toEqual([])
})

test('lets the payment pop-up have the styles its script writes as text', async () => {
  await browser.route('**/sandbox/paystack/inline.js', route =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
    const style = document.createElement('style')
    style.textContent = '.provider-frame { z-index: 2147483647 }'
    document.head.append(style)
    window.PaystackPop = class {
      resumeTransaction(code, { onLoad }) {
        const frame = document.createElement('div')
        frame.className = 'provider-frame'
        frame.setAttribute('style', 'position: fixed; inset: 0px')
        document.body.append(frame)
        onLoad()
        return { id: code }
      }
      cancelTransaction() {}
    }`,
    }),
  )
  const shopper = checkoutOf(page, shop.url)
  await shopper.buyNow()
  await shopper.fillIn()
  await shopper.review()
  await shopper.makePayment()
  await expect
    .poll(() =>
      page.evaluate(() => {
        const frame = document.querySelector('.provider-frame')
        return frame && [getComputedStyle(frame).position, getComputedStyle(frame).zIndex]
      }),
    )
    .toEqual(['fixed', '2147483647'])
})
