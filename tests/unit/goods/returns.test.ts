import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goodsState, moneyState } from '#pwa/returns/refund-words.ts'
import { areGoodsAwaited, canCallOff, isPayable, leftToDo } from '#pwa/staff/refunds/left-to-do.ts'
import { formatCedis, toPesewas } from '#sync/protocol/money.ts'
import { goodsValue, returnAmounts } from '#sync/protocol/pricing.ts'
import type { StaffRefund } from '#sync/protocol/shop/refund.ts'

const line = (price: number, quantity: number) => ({ price, quantity, discounted: 1 as const })

describe('the value of returned goods', () => {
  test('adds up to what was paid for an order, however it is split', () => {
    const lines = fc.array(
      fc.record({
        price: fc.integer({ min: 0, max: 99_999 }).map(pesewas => pesewas / 100),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(lines, fc.nat({ max: 100 }), (goods, share) => {
        const all = goods.map(({ price, quantity }) => line(price, quantity))
        const paid = all.reduce((sum, each) => sum + toPesewas(each.price) * each.quantity, 0)
        const discount = Math.floor((paid * share) / 100) / 100
        const pieces = all.flatMap(({ price, quantity }) =>
          Array.from({ length: quantity }, () => ({ ...line(price, 1), instead: 'MONEY' as const })),
        )
        const half = Math.floor(pieces.length / 2)
        const first = returnAmounts(
          { discount, all, left: goodsValue({ discount, all }, [], all) },
          [],
          pieces.slice(0, half),
        ).map(({ amount }) => amount)
        const left = (paid - toPesewas(discount) - first.reduce((sum, part) => sum + toPesewas(part), 0)) / 100
        const parts = [
          ...first,
          ...returnAmounts({ discount, all, left }, pieces.slice(0, half), pieces.slice(half)).map(
            ({ amount }) => amount,
          ),
        ]
        expect(parts.every(part => part >= 0)).toBe(true)
        expect(parts.reduce((sum, part) => sum + toPesewas(part), 0)).toBe(paid - toPesewas(discount))
      }),
    )
  })

  test('is zero for an exchange of the same, and the difference otherwise', () => {
    const all = [line(100, 4)]
    const of = (quantity: number, instead: 'MONEY' | 'SAME' | { price: number }) => ({
      ...line(100, quantity),
      instead,
    })
    expect(
      returnAmounts(
        { discount: 40, all, left: 360 },
        [],
        [of(1, 'SAME'), of(1, { price: 120 }), of(1, { price: 33.35 }), of(1, 'MONEY')],
      ),
    ).toEqual([0, -30, 56.65, 90].map(amount => ({ worth: 90, amount })))
  })

  test('goes to later returns when one is called off, exact to the pesewa', () => {
    const all = [line(0.5, 3)]
    const piece = { ...line(0.5, 1), instead: 'MONEY' as const }
    const discount = 0.5
    const [first, second, third] = returnAmounts({ discount, all, left: 1 }, [], [piece, piece, piece]).map(
      ({ worth }) => worth,
    )
    for (const off of [first!, second!, third!]) {
      const [again] = returnAmounts({ discount, all, left: off }, [line(0.5, 2)], [piece])
      expect(again!.worth).toBe(off)
      expect(
        returnAmounts({ discount, all, left: 0.01 }, [line(0.5, 1)], [piece, piece]).map(({ worth }) => worth),
      ).toEqual([0.01, 0])
    }
  })

  test('of exchanged goods is what remains of it, in any parts', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 999_999 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
        (pesewas, parts) => {
          let [worth, quantity] = [pesewas / 100, parts.reduce((sum, part) => sum + part, 0)]
          for (const part of parts) {
            const [back] = returnAmounts(
              { discount: 0, all: [], left: 0 },
              [],
              [{ price: 0, quantity: part, of: { worth, quantity }, instead: 'MONEY' }],
            )
            expect(back!.amount).toBeGreaterThanOrEqual(0)
            worth = (toPesewas(worth) - toPesewas(back!.worth)) / 100
            quantity -= part
          }
          expect(worth).toBe(0)
        },
      ),
    )
  })
})

describe('the progress of a return, for its customer,', () => {
  type Facts = Parameters<typeof moneyState>[0]
  const words = (facts: Partial<Facts>) => {
    const all: Facts = {
      action: 'REFUND',
      status_code: 'APPROVED',
      money_status: 'PENDING',
      goods_status: 'AWAITED',
      provider_status: null,
      amount: 20,
      ...facts,
    }
    return [goodsState(all), moneyState(all)]
  }

  test('is its status until it is approved', () => {
    for (const status_code of ['REQUESTED', 'REFUSED'] as const) expect(words({ status_code })).toEqual(['', ''])
  })

  test('shows goods and money apart, to the end of each', () => {
    const sum = formatCedis(20)
    expect(words({})).toEqual(['Bring the items to the shop, or send them.', `We will refund ${sum}.`])
    expect(words({ goods_status: 'BACK', money_status: 'PROCESSING' })).toEqual([
      'We have received the items.',
      'Your refund is on its way.',
    ])
    expect(words({ goods_status: 'KEPT', money_status: 'DONE', provider_status: 'PROCESSED' })).toEqual([
      'You may keep the items.',
      'We have sent your refund. Banks can take up to 10 working days to show it.',
    ])
    expect(words({ status_code: 'COMPLETED', goods_status: 'BACK', money_status: 'DONE' })).toEqual([
      'We have received the items.',
      `We have refunded ${sum}.`,
    ])
    expect(words({ money_status: 'NEEDS_ATTENTION' })[1]).toMatch(/^We could not send your refund yet/)
  })

  test('says of an exchange that the goods are reserved, and who pays the difference', () => {
    const exchange = { action: 'EXCHANGE', amount: -5 } as const
    expect(words({ ...exchange, amount: 0, money_status: 'NONE' })).toEqual([
      expect.stringContaining('We are holding your exchange'),
      '',
    ])
    expect(words(exchange)[1]).toBe(`The difference of ${formatCedis(5)} is due when you get the new items.`)
    expect(words({ ...exchange, goods_status: 'BACK', money_status: 'DONE' })).toEqual([
      'We have exchanged it.',
      `You have paid the difference of ${formatCedis(5)}.`,
    ])
  })
})

describe('the open steps of a return', () => {
  const refund = (facts: Partial<StaffRefund>): Parameters<typeof leftToDo>[0] => ({
    action: 'REFUND',
    status_code: 'APPROVED',
    money_status: 'PENDING',
    goods_status: 'AWAITED',
    provider_status: null,
    amount: 20,
    account_code: null,
    items: [{ quantity: 2, disposition: null }],
    ...facts,
  })

  test('name money and goods apart, and drop what is done', () => {
    expect(leftToDo(refund({}))).toEqual([
      `Refund ${formatCedis(20)}.`,
      'Receive 2 pieces: restock, or mark as damaged.',
    ])
    expect(leftToDo(refund({ money_status: 'DONE' }))).toHaveLength(1)
    expect(leftToDo(refund({ goods_status: 'BACK', money_status: 'NONE' }))).toEqual([])
    expect(leftToDo(refund({ action: 'EXCHANGE', amount: -5 }))).toEqual([
      expect.stringContaining(`difference of ${formatCedis(5)}`),
      expect.stringContaining('hand over the exchange'),
    ])
    expect([
      leftToDo(refund({ status_code: 'REFUSED' })),
      leftToDo(refund({ status_code: 'COMPLETED', money_status: 'DONE' })),
    ]).toEqual([[], []])
  })

  test('tell money the provider still has from money that came back', () => {
    const waits = refund({
      status_code: 'COMPLETED',
      money_status: 'NEEDS_ATTENTION',
      provider_status: 'NEEDS_ATTENTION',
    })
    const failed = { ...waits, provider_status: 'FAILED' }
    expect([leftToDo(waits), leftToDo(failed)]).toEqual([
      [expect.stringContaining('bank details')],
      [expect.stringContaining(`Pay ${formatCedis(20)} in another way`)],
    ])
    expect([isPayable(waits), isPayable(failed), areGoodsAwaited(failed), canCallOff(failed)]).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect([canCallOff(refund({})), canCallOff(refund({ money_status: 'PROCESSING' }))]).toEqual([true, false])
  })
})
