import { describe, expect, test } from 'vitest'
import { Html, html } from '#api/mail/html.ts'
import { link, words, type Letter } from '#api/mail/letter.ts'
import { orderCancelled, orderCompleted, orderConfirmed, orderReady, orderRefunded } from '#api/mail/order-letters.ts'
import {
  confirmEmailLetter,
  erasedLetter,
  passwordChangedLetter,
  resetLetter,
  secondFactorLetter,
} from '#api/mail/person-letters.ts'
import { letterHtml, letterText } from '#api/mail/render-letter.ts'
import { returnApproved, returnPaid, returnRefused } from '#api/mail/return-letters.ts'
import { anOrder, aShop } from '#tests/support/people/letter-facts.ts'

const around = { shop: aShop(), link: 'https://shop.test/orders/track/x', area: 'Kumasi, Ashanti' }
const HOSTILE = '<img src=x onerror="alert(1)">\'`&'

const LINE = {
  refund_item_id: 1,
  name: 'Slim jeans, UK 10',
  price: 149.99,
  quantity: 2,
  amount: 149.99,
  exchange: null,
  exchange_price: null,
}
const aReturn = (facts: Partial<Parameters<typeof returnApproved>[2]>) => ({
  action: 'REFUND' as const,
  amount: 149.99,
  decision_note: null,
  lines: [LINE],
  items: [],
  ...facts,
})

describe('markup', () => {
  test('escapes everything it is given, in text and attributes, but not itself', () => {
    expect(html`<p title="${HOSTILE}">${html`<b>${1}</b>`}${[html`<i>a</i>`, html`<i>b</i>`]}</p>`.text).toBe(
      '<p title="&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#39;&#96;&#38;"><b>1</b><i>a</i><i>b</i></p>',
    )
  })
})

describe('a letter about an order', () => {
  test('says what was bought, the total, where it goes and what comes next', () => {
    const text = letterText(orderConfirmed(anOrder(), around), around.shop)
    for (const said of [
      'Thank you, Ama.',
      '5',
      'Slim jeans',
      '2 × UK 10 Indigo',
      'GH₵\u00A0299.98',
      'Code discount: −GH₵\u00A029.99',
      'Delivery: GH₵\u00A045.00',
      'Total: GH₵\u00A0314.99',
      'Delivery to: 7 Ring Road, Kumasi, Ashanti',
      'For: Ama Mensah',
      'Phone: 024 412 3456',
      'working hours',
      around.link,
      'Selvedge Clothing Limited, CS-1',
      '14 Oxford Street',
      '024 412 3456 · hello@shop.test',
    ])
      expect(text).toContain(said)
  })

  test('says where and when to pick up, and who takes the fee in Greater Accra', () => {
    const pickedUp = letterText(orderReady(anOrder({ delivery_method_code: 'self_pick_up' }), around), around.shop)
    expect(pickedUp).toContain('Pick up at: 14 Oxford Street, Osu. Up the blue stairs')
    expect(pickedUp).toContain('3 days after')
    expect(letterText(orderReady(anOrder({ shipping_region_code: 'GH-AA' }), around), around.shop)).toContain(
      'the rider',
    )
    expect(letterText(orderReady(anOrder(), around), around.shop)).not.toContain('the rider')
  })

  test('says what delivery costs, also when it is free', () => {
    const feeOf = (facts: Parameters<typeof anOrder>[0]) =>
      /^Delivery: (.*)$/m.exec(letterText(orderConfirmed(anOrder(facts), around), around.shop))?.[1]
    expect([
      feeOf({}),
      feeOf({ shipping_fee: 0 }),
      feeOf({ shipping_region_code: 'GH-AA', shipping_fee: 0 }),
      feeOf({ delivery_method_code: 'self_pick_up', shipping_fee: 0 }),
    ]).toEqual(['GH₵\u00A045.00', 'Free', 'Agreed with the rider', undefined])
  })

  test('says at its end what happens with the money', () => {
    expect(letterText(orderCancelled(anOrder(), around), around.shop)).toContain('You were not charged.')
    expect(letterText(orderRefunded(anOrder(), around, 20.5), around.shop)).toContain(
      'We have refunded GH₵\u00A020.50.',
    )
    expect(letterText(orderCompleted(anOrder(), around), around.shop)).toContain('within 3 days')
  })

  test("says what was decided about a return, in staff's words, and the amount", () => {
    const approved = letterText(
      returnApproved(anOrder(), around, aReturn({ decision_note: 'Bring the tags.' })),
      around.shop,
    )
    for (const said of [
      'We accept your return.',
      '2 × Slim jeans, UK 10',
      'We will refund GH₵\u00A0149.99.',
      'Bring the tags.',
      '14 Oxford Street',
    ])
      expect(approved).toContain(said)
    const dearer = aReturn({ action: 'EXCHANGE', amount: -20, lines: [{ ...LINE, exchange: 'Coat, UK 12' }] })
    expect(letterText(returnApproved(anOrder(), around, dearer), around.shop)).toMatch(
      /Exchange for Coat, UK 12[^]*Your new choice costs GH₵\u00A020\.00 more/,
    )
    expect(letterText(returnRefused(anOrder(), around, aReturn({})), around.shop)).toContain('please contact us')
    expect(
      letterText(returnRefused(anOrder(), around, aReturn({ decision_note: 'It was washed.' })), around.shop),
    ).toContain('It was washed.')
    expect(letterText(returnPaid(anOrder(), around, { amount: 20.5, account: 'Cash' }), around.shop)).toContain(
      'We have refunded GH₵\u00A020.50.',
    )
  })
})

const letters: [string, Letter][] = [
  ['confirmed', orderConfirmed(anOrder({ hostile: HOSTILE }), { ...around, shop: aShop(HOSTILE), area: HOSTILE })],
  ['ready', orderReady(anOrder({ hostile: HOSTILE }), { ...around, shop: aShop(HOSTILE), area: HOSTILE })],
  ['cancelled', orderCancelled(anOrder({ hostile: HOSTILE }), { ...around, shop: aShop(HOSTILE), area: HOSTILE })],
  ['completed', orderCompleted(anOrder({ hostile: HOSTILE }), { ...around, shop: aShop(HOSTILE), area: HOSTILE })],
  ['refunded', orderRefunded(anOrder({ hostile: HOSTILE }), { ...around, shop: aShop(HOSTILE), area: HOSTILE }, 20.5)],
  [
    'paid back',
    returnPaid(
      anOrder({ hostile: HOSTILE }),
      { ...around, shop: aShop(HOSTILE), area: HOSTILE },
      { amount: 20.5, account: HOSTILE },
    ),
  ],
  [
    'return refused',
    returnRefused(
      anOrder({ hostile: HOSTILE }),
      { ...around, shop: aShop(HOSTILE), area: HOSTILE },
      aReturn({ decision_note: HOSTILE, lines: [{ ...LINE, name: HOSTILE, exchange: HOSTILE }] }),
    ),
  ],
  [
    'return',
    returnApproved(
      anOrder({ hostile: HOSTILE }),
      { ...around, shop: aShop(HOSTILE), area: HOSTILE },
      aReturn({ decision_note: HOSTILE, lines: [{ ...LINE, name: HOSTILE, exchange: HOSTILE }] }),
    ),
  ],
  ['reset', resetLetter(HOSTILE, HOSTILE, around.link)],
  [
    'confirm email',
    confirmEmailLetter({ shop: HOSTILE, name: HOSTILE, address: around.link, until: new Date('2026-12-29') }),
  ],
  ['changed', passwordChangedLetter(HOSTILE, HOSTILE, around.link)],
  ['erased', erasedLetter(HOSTILE)],
  ['second factor', secondFactorLetter(HOSTILE, HOSTILE, HOSTILE)],
  [
    'plain',
    { subject: HOSTILE, title: HOSTILE, pieces: [words(HOSTILE), link(HOSTILE, `https://shop.test/?${HOSTILE}`)] },
  ],
]

describe.each(letters)('the letter %s', (_, letter) => {
  const page = letterHtml(letter, aShop(HOSTILE))

  test('runs nothing inside a name', () => {
    expect(page).not.toContain('<img')
    expect(
      page.replace(/<!doctype html>|<\/?(html|head|meta|title|style|body|table|tr|td|p|h1|a|span|br)\b[^<>]*>/g, ''),
    ).not.toMatch(/[<>]/)
    expect([...page.matchAll(/\son\w+=/g)].filter(([found]) => !found.includes('onerror'))).toEqual([])
  })

  test("has no label too long for a phone's line", () => {
    const names = letter.pieces.flatMap(piece => (piece.kind === 'facts' ? piece.facts.map(({ name }) => name) : []))
    expect(names.filter(({ length }) => length > 14)).toEqual([])
  })

  test('loads nothing from elsewhere', () => {
    expect(page).not.toMatch(/<(img|link|script|iframe)|url\(|@import/)
  })

  test('has the same words as plain text', () => {
    const text = letterText(letter, aShop())
    const said = letter.pieces.flatMap(piece => (piece.kind === 'words' ? [piece.words] : []))
    expect(said.filter(sentence => !text.includes(sentence))).toEqual([])
  })
})

test('control: notices a name used as markup', () => {
  expect(html`<p>${new Html(HOSTILE)}</p>`.text).toContain('<img')
})
