// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { feeOf, startOf } from '#pwa/orders/delivery-words.ts'
import { whatsAppMessage } from '#pwa/orders/order-words.ts'
import { isInstalledOnIos, openPopUp, PopUpError } from '#pwa/paying/pop-up.ts'
import { clockText, timeLeft, warningAt } from '#pwa/paying/reservation.ts'
import {
  choiceFrom,
  goodsLeft,
  inTime,
  missingIn,
  NOTHING_CHOSEN,
  requestFrom,
  withLine,
} from '#pwa/returns/returning.ts'
import { doorTo, rememberOrder, rememberWayBack } from '#pwa/orders/open-order.ts'
import { forget } from '#pwa/session/session.ts'
import { whatsAppLink } from '#pwa/browser/outward-links.ts'
import { toPack } from '#pwa/staff/orders/to-pack.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'

const MINUTE = 60_000

describe('the reservation clock', () => {
  it.each([
    [30 * MINUTE, '30:00'],
    [29 * MINUTE + 4_001, '29:05'],
    [59_000, '0:59'],
    [1, '0:01'],
    [0, '0:00'],
  ])('shows %i ms as %s', (left, text) => expect(clockText(left)).toBe(text))

  it("ends at 0 and never exceeds the reservation, whatever the device's clock says", () => {
    const until = '2026-01-01T12:30:00.000Z'
    expect(timeLeft(until, Date.parse('2026-01-01T12:20:00.000Z'))).toBe(10 * MINUTE)
    expect(timeLeft(until, Date.parse('2026-01-01T13:00:00.000Z'))).toBe(0)
    expect(timeLeft(until, Date.parse('2025-01-01T12:20:00.000Z'), 30)).toBe(30 * MINUTE)
  })

  it('announces five minutes, one minute and its end only', () => {
    const spoken = Array.from({ length: 30 * 60 + 1 }, (_, second) => warningAt((30 * 60 - second) * 1000))
    const changes = spoken.filter((words, index) => words !== spoken[index - 1])
    expect(changes).toEqual(['', 'Five minutes left to pay.', 'One minute left to pay.', 'Time is up.'])
  })
})

describe('the pop-up', () => {
  type Callbacks = Record<'onSuccess' | 'onCancel' | 'onLoad', () => void> & {
    onError: (error: { message: string }) => void
  }
  let opened: { code: string; callbacks: Callbacks }[]
  let cancelled: number
  const scripts = () => [...document.querySelectorAll('script')]
  const payment = { provider: 'sandbox', access_code: 'abc' } as const

  beforeEach(() => {
    opened = []
    cancelled = 0
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    delete window.PaystackPop
    for (const script of scripts()) script.remove()
  })
  const come = () => {
    window.PaystackPop = class {
      resumeTransaction(code: string, callbacks: Callbacks) {
        opened.push({ code, callbacks })
        return { id: '1' }
      }
      cancelTransaction() {
        cancelled += 1
      }
    }
  }
  const arrive = async () => {
    come()
    scripts()[0]!.dispatchEvent(new Event('load'))
    await vi.advanceTimersByTimeAsync(0)
  }

  it('is loaded when needed, opens with the access code and says how it ended', async () => {
    expect(scripts()).toEqual([])
    const end = openPopUp(payment)
    expect(scripts().map(({ src }) => new URL(src).pathname)).toEqual(['/sandbox/paystack/inline.js'])
    await arrive()
    expect(opened[0]!.code).toBe('abc')
    opened[0]!.callbacks.onLoad()
    await vi.advanceTimersByTimeAsync(MINUTE)
    opened[0]!.callbacks.onSuccess()
    expect(await end).toBe('paid')
    const next = openPopUp(payment)
    await vi.advanceTimersByTimeAsync(0)
    expect(scripts()).toHaveLength(1)
    opened[1]!.callbacks.onCancel()
    expect(await next).toBe('closed')
  })

  it('comes only from Paystack when Paystack takes the payments', async () => {
    const end = openPopUp({ ...payment, provider: 'paystack' })
    expect(scripts()[0]!.src).toBe('https://js.paystack.co/v2/inline.js')
    await arrive()
    opened[0]!.callbacks.onCancel()
    expect(await end).toBe('closed')
  })

  it.each([
    [
      'its script does not come',
      async () => {
        await vi.advanceTimersByTimeAsync(10_000)
      },
    ],
    [
      'its script is refused',
      async () => {
        scripts()[0]!.dispatchEvent(new Event('error'))
      },
    ],
    [
      'it does not show within ten seconds',
      async () => {
        await arrive()
        await vi.advanceTimersByTimeAsync(10_000)
        expect(cancelled).toBe(1)
      },
    ],
    [
      'it cannot be set up',
      async () => {
        await arrive()
        opened[0]!.callbacks.onError({ message: 'No.' })
      },
    ],
  ])('is given up where %s', async (_, happen) => {
    const failed = openPopUp(payment).catch((error: unknown) => error)
    await happen()
    expect(await failed).toBeInstanceOf(PopUpError)
  })

  it('is not used in an app installed on iOS', () => {
    expect(isInstalledOnIos({ standalone: true } as unknown as Navigator)).toBe(true)
    expect(isInstalledOnIos({} as Navigator)).toBe(false)
  })
})

describe('the words of an order', () => {
  it('never shows a fee agreed with the rider as an amount', () => {
    expect(feeOf({ delivery_method_code: 'delivery', region_code: 'GH-AA' }, 0)).toBe('Agreed with the rider')
    expect(feeOf({ delivery_method_code: 'delivery', region_code: 'GH-AH' }, 45)).toBe('GH₵\u00A045.00')
    expect(feeOf({ delivery_method_code: 'delivery', region_code: 'GH-AH' }, 0)).toBe('Free')
    expect(feeOf({ delivery_method_code: 'self_pick_up' }, 0)).toBe('Free: you pick it up')
  })
  it('names the first delivery day only while it is ahead', () => {
    expect(startOf({ delivery_start: '2025-08-25' }, new Date('2025-08-24T10:00:00Z'))).toBe(
      'Deliveries start on August 25th 2025.',
    )
    expect(startOf({ delivery_start: '2025-08-25' }, new Date('2025-08-25T10:00:00Z'))).toBe('')
    expect(startOf({ delivery_start: '' })).toBe('')
  })
  it('starts a chat with the order number', () => {
    expect(
      whatsAppLink('+233 24 412 3456', whatsAppMessage('Selvedge', { number: '12', delivery_method_code: 'delivery' })),
    ).toBe(
      'https://wa.me/233244123456?text=Hello%20Selvedge%2C%20this%20is%20about%20my%20order.%20Its%20number%20is%2012.',
    )
  })
})

describe('the way back to an order', () => {
  it('is remembered with a guest’s token for that order until the session ends', () => {
    expect(rememberOrder({ id: 12, tracking_url: 'https://shop.test/orders/track/abc' })).toEqual({
      id: 12,
      token: 'abc',
    })
    expect(doorTo(12)).toEqual({ id: 12, token: 'abc' })
    expect(doorTo(13)).toEqual({ id: 13, token: null })
    forget()
    expect(doorTo(12)).toEqual({ id: 12, token: null })
  })
  it('is the link alone for an order placed elsewhere', () => {
    rememberOrder({ id: 12, tracking_url: 'https://shop.test/orders/track/abc' })
    rememberWayBack(11, 'xyz')
    expect([doorTo(11), doorTo(12), doorTo(13)]).toEqual([
      { id: null, token: 'xyz' },
      { id: 12, token: 'abc' },
      { id: 13, token: null },
    ])
    forget()
    expect(doorTo(11)).toEqual({ id: 11, token: null })
  })
})

describe('a return', () => {
  const variation = (id: number) => ({
    id,
    sku: `J-${id}`,
    size_code: 'UK10',
    colour_code: null,
    product: { id: 1, name: 'Jeans', slug: 'jeans', images: [] },
    size: { id: 1, code: 'UK10', name: 'UK 10' },
    colour: null,
  })
  const order = {
    type_code: 'WEBSITE',
    status_code: 'COMPLETED',
    completed_at: '2026-01-01T12:00:00.000Z',
    items: [
      { id: 5, quantity: 3, product_variation: variation(40) },
      { id: 6, quantity: 1, product_variation: variation(50) },
    ],
  } as const
  const asked: Refund = {
    id: 1,
    action: 'EXCHANGE',
    reason: 'DEFECTIVE',
    note: null,
    order_id: 1,
    number: '1',
    status_code: 'COMPLETED',
    money_status: 'NONE',
    goods_status: 'BACK',
    decision_note: null,
    provider_status: null,
    amount: 0,
    photos: [],
    created_at: '',
    items: [
      {
        id: 11,
        order_item_id: 5,
        given_by: null,
        quantity: 2,
        product_variation: variation(40),
        exchange_variation_id: 41,
        exchange_variation: variation(41),
        handed_over_at: '2026-01-03T12:00:00.000Z',
        disposition: 'RESTOCK',
      },
    ],
  }
  const again: Refund = {
    ...asked,
    id: 2,
    status_code: 'REQUESTED',
    items: [
      {
        ...asked.items[0]!,
        id: 12,
        given_by: 11,
        quantity: 1,
        product_variation: variation(41),
        exchange_variation_id: 42,
        exchange_variation: variation(42),
        handed_over_at: null,
        disposition: null,
      },
    ],
  }
  const goods = goodsLeft(order, [])
  const left = (refunds: Refund[], at: string, except = 0) =>
    inTime(goodsLeft(order, refunds, except), Date.parse(at)).map(({ key, quantity, product_variation }) => [
      key,
      quantity,
      product_variation.id,
    ])

  it('can be requested within three days of completion', () => {
    expect(left([], '2026-01-04T11:59:59Z')).toEqual([
      ['5', 3, 40],
      ['6', 1, 50],
    ])
    expect(left([], '2026-01-04T12:00:00Z')).toEqual([])
    expect(inTime(goodsLeft({ ...order, type_code: 'STORE' }, [asked]), Date.parse('2026-01-02T12:00:00Z'))).toEqual([])
    expect(inTime(goodsLeft({ ...order, status_code: 'PROCESSING', completed_at: null }, [asked]), 0)).toEqual([])
  })
  it('covers what the customer has now: less what was returned, plus exchanged goods for three days', () => {
    expect(left([asked], '2026-01-04T11:59:59Z')).toEqual([
      ['5', 1, 40],
      ['6', 1, 50],
      ['5-11', 2, 41],
    ])
    expect(left([again, asked], '2026-01-06T11:59:59Z')).toEqual([['5-11', 1, 41]])
    expect(left([again, asked], '2026-01-06T11:59:59Z', 2)).toEqual([['5-11', 2, 41]])
    expect(left([{ ...again, status_code: 'REFUSED' }, asked], '2026-01-06T11:59:59Z')).toEqual([['5-11', 2, 41]])
    expect(left([asked], '2026-01-06T12:00:00Z')).toEqual([])
  })
  it('takes goods returned before the handover out of the parcel and adds exchanged ones', () => {
    const items = order.items.map(item => ({ ...item, price: 10, product_variation_id: item.product_variation.id }))
    const packed = (status_code: 'PROCESSING' | 'READY_TO_SHIP' | 'COMPLETED', refunds: Refund[]) =>
      toPack({ status_code, items }, refunds).map(({ product_variation: { id }, quantity }) => [id, quantity])
    const waiting = (refund: Refund, rest: Partial<Refund['items'][number]> = {}): Refund => ({
      ...refund,
      status_code: 'APPROVED',
      items: [{ ...refund.items[0]!, handed_over_at: null, disposition: null, ...rest }],
    })
    for (const status of ['PROCESSING', 'READY_TO_SHIP'] as const) {
      expect(packed(status, [asked, again])).toEqual([
        [40, 1],
        [50, 1],
        [41, 2],
      ])
      expect(packed(status, [waiting(asked)])).toEqual([
        [40, 1],
        [50, 1],
        [41, 2],
      ])
    }
    expect(packed('PROCESSING', [asked, waiting(again)])).toEqual([
      [40, 1],
      [50, 1],
      [41, 1],
      [42, 1],
    ])
    expect(packed('PROCESSING', [waiting(asked, { exchange_variation_id: null, exchange_variation: null })])).toEqual([
      [40, 1],
      [50, 1],
    ])
    expect(packed('PROCESSING', [{ ...waiting(asked), status_code: 'REFUSED' }])).toEqual([
      [40, 3],
      [50, 1],
    ])
    expect(packed('PROCESSING', [{ ...asked, items: [{ ...asked.items[0]!, quantity: 3 }] }])).toEqual([
      [50, 1],
      [41, 3],
    ])
    expect(packed('PROCESSING', [{ ...asked, items: [{ ...asked.items[0]!, disposition: null }] }])).toEqual([
      [40, 3],
      [50, 1],
      [41, 2],
    ])
    expect(packed('COMPLETED', [asked])).toEqual([
      [40, 3],
      [50, 1],
    ])
  })
  it('names the goods, how many and for what', () => {
    expect(missingIn(NOTHING_CHOSEN, goods)).toBe('Choose what you want to return.')
    const one = withLine(NOTHING_CHOSEN, '5', { quantity: 2 })
    expect(missingIn(one, goods)).toBe('')
    expect(requestFrom(one, goods)).toEqual({
      action: 'REFUND',
      reason: 'MISFIT',
      note: null,
      items: [{ order_item_id: 5, quantity: 2 }],
    })
    const exchange = { ...one, action: 'EXCHANGE' as const }
    expect(missingIn(exchange, goods)).toBe('Choose an exchange for each item.')
    const chosen = withLine(withLine(exchange, '5', { exchange_variation_id: 41 }), '6', { quantity: 0 })
    expect(requestFrom(chosen, goods).items).toEqual([{ order_item_id: 5, quantity: 2, exchange_variation_id: 41 }])
  })
  it('is shown again as requested, to be changed', () => {
    expect(requestFrom(choiceFrom(asked), goods)).toEqual({
      action: 'EXCHANGE',
      reason: 'DEFECTIVE',
      note: null,
      items: [{ order_item_id: 5, quantity: 2, exchange_variation_id: 41 }],
    })
    expect(requestFrom(choiceFrom(again), goodsLeft(order, [again, asked], 2)).items).toEqual([
      { order_item_id: 5, given_by: 11, quantity: 1, exchange_variation_id: 42 },
    ])
  })
})
