import { describe, expect, test } from 'vitest'
import { placeShared } from '#pwa/pages/place-shared.ts'
import { afterNo, isMoment, withPage, type Asking } from '#pwa/shell/install-moment.ts'

describe('the install prompt', () => {
  const looked = (...paths: string[]) => paths.reduce<Asking>(withPage, { pages: 0, last: '', notBefore: 0 })

  test('waits for the fourth page, and a reload does not count', () => {
    expect(isMoment(looked('/'), '/')).toBe(false)
    expect(isMoment(looked('/', '/shop', '/shop', '/shop/product/3/jeans'), '/shop/product/3/jeans')).toBe(false)
    expect(isMoment(looked('/', '/shop', '/shop/product/3/jeans', '/shop'), '/shop')).toBe(true)
  })

  test('never interrupts a form, and waits a month after a no', () => {
    const asking = looked('/', '/shop', '/cart', '/checkout', '/shop')
    for (const path of ['/checkout', '/login', '/account-area/orders', '/staff/orders/add'])
      expect(isMoment(asking, path)).toBe(false)
    const now = Date.parse('2026-01-09T10:00:00Z')
    expect(isMoment(afterNo(asking, now), '/shop', now + 29 * 86_400_000)).toBe(false)
    expect(isMoment(afterNo(asking, now), '/shop', now + 31 * 86_400_000)).toBe(true)
  })
})

describe('what another app shares', () => {
  const place = (shared: Record<string, string>) => placeShared(new URLSearchParams(shared), 'https://shop.gh')

  test('opens an address of this shop, wherever the app puts it', () => {
    expect(place({ url: 'https://shop.gh/shop/product/3/jeans?from=chat' })).toBe('/shop/product/3/jeans?from=chat')
    expect(place({ title: 'Slim jeans', text: 'Look: https://shop.gh/shop/product/3/jeans' })).toBe(
      '/shop/product/3/jeans',
    )
  })

  test('searches for words, without the addresses among them', () => {
    expect(place({ text: 'wide  leg\njeans https://elsewhere.example/x' })).toBe('/shop?search=wide%20leg%20jeans')
    expect(place({ title: 'Cargo pants', text: 'https://elsewhere.example/x' })).toBe('/shop?search=Cargo%20pants')
    expect(place({ text: '&<script>' })).toBe('/shop?search=%26%3Cscript%3E')
    expect(place({ text: `${'x'.repeat(199)}😀 and more` })).toBe(`/shop?search=${'x'.repeat(199)}`)
  })

  test('leads nowhere else', () => {
    for (const text of [
      'https://shop.gh.evil.example/',
      'https://evil.example/https://shop.gh',
      'javascript:alert(1)',
      '//evil.example',
      '',
    ])
      expect(place({ text, url: text })).toMatch(/^\/shop(\?search=|$)/)
    for (const path of ['//evil.example', '///evil.example/x', '/\\evil.example'])
      expect(place({ url: `https://shop.gh${path}` })).toBe('/')
  })
})
