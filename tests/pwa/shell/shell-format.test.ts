import { describe, expect, it, vi } from 'vitest'
import { formatDate, formatDay, formatDuration, formatShortDate } from '#pwa/lib/format.ts'
import { dayOf } from '#pwa/pos/sales/day-sales.ts'
import { deviceName } from '#pwa/browser/device-words.ts'
import { afterSignIn, safeRedirect } from '#pwa/session/redirect.ts'
import { pagesShown } from '#pwa/ui/pager.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { formatPhone } from '#sync/protocol/phone.ts'

describe("money and time in Ghana's style", () => {
  it('writes cedis with their sign, a non-breaking space and two decimals', () => {
    expect(formatCedis(149.99)).toBe('GH₵\u00A0149.99')
    expect(formatCedis(1_234_567.5)).toBe('GH₵\u00A01,234,567.50')
    expect(formatCedis(0)).toBe('GH₵\u00A00.00')
    expect(formatCedis(-12)).toBe('−GH₵\u00A012.00')
  })

  it('writes a date as month, ordinal day, year and time', () => {
    expect(formatDate(new Date(2026, 10, 21, 15, 4))).toBe('November 21st 2026, 3:04 pm')
    expect(formatDate(new Date(2026, 0, 2, 0, 0))).toBe('January 2nd 2026, 12:00 am')
    expect(formatDate(new Date(2026, 2, 3, 12, 30))).toBe('March 3rd 2026, 12:30 pm')
  })

  it("shows the shop's day and time on a device that is set to another time zone", () => {
    const at = (date: Date) => new Date(date.getTime() + 5.5 * 3_600_000)
    for (const name of ['Hours', 'Minutes', 'Date', 'Month', 'FullYear'] as const)
      vi.spyOn(Date.prototype, `get${name}`).mockImplementation(function (this: Date) {
        return at(this)[`getUTC${name}`]()
      })
    const late = new Date('2026-11-20T23:50:00Z')
    expect([late.getDate(), late.getHours(), late.getMinutes()]).toEqual([21, 5, 20])
    expect(formatDate(late)).toBe('November 20th 2026, 11:50 pm')
    expect(formatShortDate(late)).toBe('20 Nov 2026, 11:50 pm')
    expect(dayOf(late.getTime())).toEqual({
      start: Date.parse('2026-11-20T00:00:00Z'),
      end: Date.parse('2026-11-21T00:00:00Z'),
    })
    vi.restoreAllMocks()
  })

  it('gives each day of a month its ordinal', () => {
    const endings = [1, 2, 3, 4, 10, 11, 12, 13, 20, 21, 22, 23, 24, 30, 31].map(
      day => formatDay(new Date(2026, 11, day)).split(' ')[1],
    )
    expect(endings).toEqual([
      '1st',
      '2nd',
      '3rd',
      '4th',
      '10th',
      '11th',
      '12th',
      '13th',
      '20th',
      '21st',
      '22nd',
      '23rd',
      '24th',
      '30th',
      '31st',
    ])
  })

  it('says durations in everyday words', () => {
    expect([20_000, 60_000, 37 * 60_000, 2 * 3_600_000, 125 * 60_000, 72 * 3_600_000].map(formatDuration)).toEqual([
      'less than a minute',
      '1 min',
      '37 min',
      '2 h',
      '2 h 5 min',
      '3 days',
    ])
  })
})

describe('the redirect after signing in', () => {
  it('leads to a page of this shop, with its query', () => {
    expect(safeRedirect('/staff/orders?page=2#top', 'https://shop.test')).toBe('/staff/orders?page=2#top')
  })

  it.each([
    null,
    '',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '\\\\evil.test',
    'javascript:alert(1)',
    '/..//evil.test',
    'staff',
  ])('leads home instead of to %j', wanted => expect(safeRedirect(wanted, 'https://shop.test')).toBe('/'))
})

describe('after signing in', () => {
  it.each([
    ['MANAGER', null, '/staff'],
    ['SUPER_ADMINISTRATOR', null, '/staff'],
    ['MANAGER', '/shop?page=2', '/shop?page=2'],
    ['MANAGER', '/', '/'],
    ['CUSTOMER', null, '/'],
    ['CUSTOMER', '/cart', '/cart'],
  ] as const)('leads a %s who came from %s to %s', (role_code, wanted, to) =>
    expect(afterSignIn(wanted, { role_code }, 'https://shop.test')).toBe(to),
  )

  it('leads nobody to another site', () => {
    expect(afterSignIn('//evil.test', { role_code: 'MANAGER' }, 'https://shop.test')).toBe('/')
  })
})

describe('the pager', () => {
  it('shows the first and last page and those within two of this one', () => {
    expect(pagesShown(1, 1)).toEqual([1])
    expect(pagesShown(1, 9)).toEqual([1, 2, 3, 9])
    expect(pagesShown(5, 9)).toEqual([1, 3, 4, 5, 6, 7, 9])
    expect(pagesShown(9, 9)).toEqual([1, 7, 8, 9])
  })
})

describe('people and their devices', () => {
  it('writes a Ghanaian number as it is dialled there, and others unchanged', () => {
    expect(['+233244123456', '+233302123456', '+447400123456', ''].map(formatPhone)).toEqual([
      '024 412 3456',
      '030 212 3456',
      '+447400123456',
      '',
    ])
  })

  it('names a browser as its owner does', () => {
    expect(
      deviceName(
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      ),
    ).toBe('Chrome on Android')
    expect(
      deviceName(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      ),
    ).toBe('Safari on iPhone')
    expect(
      deviceName(
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      ),
    ).toBe('Edge on Windows')
    expect(deviceName('curl/8')).toBe('A browser on a device')
  })
})
