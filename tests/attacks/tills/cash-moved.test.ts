import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { aUser } from '#tests/support/server/api.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'
import { shiftsAt, shiftsSeen } from '#tests/support/till/shift-day.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { setTo } from '#tests/support/till/voids.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const words = async (...mutations: object[]) => inWords((await here.till.carry(mutations)).said.verdicts)

test('books a move once, however often and however changed it is sent again', async () => {
  const { open, payOut } = shiftsAt(here)
  const shift = open()
  const out = payOut(shift.id, 20)
  await here.till.carry([shift, out])
  expect(await words(out, out, here.till.sign('cash.move', { ...out.payload, amount: 200 }))).toEqual([
    'accepted',
    'accepted',
    'conflict',
  ])
  await Promise.all([here.till.carry([out]), here.till.carry([out])])
  expect([await count('cash_moves'), await count('transactions'), await brokenRules()]).toEqual([1, 2, []])
})

test('refuses a move whose amount was changed on the way', async () => {
  const { open, payOut } = shiftsAt(here)
  const shift = open()
  const out = payOut(shift.id, 20)
  expect(await words(shift, { ...out, payload: { ...out.payload, amount: 2 } })).toEqual(['accepted', 'unproved'])
  expect([await words(out), await count('cash_moves', 'amount = -20')]).toEqual([['accepted'], 1])
})

test('takes what another till paid out from its own drawer, whichever till and shift it names', async () => {
  const other = await here.anotherTill()
  const [own, others] = [shiftsAt(here), shiftsAt(here, other)]
  const shift = own.open()
  await here.till.carry([shift])
  const foreign = others.payOut(shift.id, 90, { till_code: here.till.till.code })
  expect(inWords((await other.carry([foreign])).said.verdicts)).toEqual(['accepted'])
  await here.till.carry([own.close(shift.id, { note_100: 1 })])
  expect(await shiftsSeen(here)).toMatchObject([{ expected: 100, difference: 0, paid_out: 0 }])
  expect(await select("SELECT till_id FROM transactions WHERE account_code = 'CASH'")).toEqual([
    { till_id: other.till.id },
  ])
  expect([await count('exceptions', "code = 'SHIFT_UNKNOWN'"), await brokenRules()]).toEqual([1, []])
})

test.each([
  ['nothing', { amount: 0 }],
  ['less than nothing', { amount: -5 }],
  ['part of a pesewa', { amount: 0.005 }],
  ['more than a drawer holds', { amount: 1_000_000.01 }],
  ['a number too large for anything', { amount: 1e300 }],
  ['neither in nor out', { direction: 'AWAY' }],
  ['a reason that is not a code', { reason: "SAFE', 'BANK" }],
  ['another account of its own choice', { account_code: 'GIFT_CARDS' }],
  ['another shop', { shop_id: 2 }],
  ['a teller who never was', { teller_id: 4_000_000 }],
  ['a note longer than any', { note: 'x'.repeat(201) }],
])('rejects a move of %s and keeps the till going', async (_, more) => {
  const { open, sell, payOut, close } = shiftsAt(here)
  const shift = open()
  const day = [shift, payOut(shift.id, 5, more as object), sell(), close(shift.id, { note_100: 1, note_10: 1 })]
  expect(await words(...day)).toEqual(['accepted', 'validation', 'accepted', 'accepted'])
  expect(await shiftsSeen(here)).toMatchObject([{ expected: 110, difference: 0 }])
  expect([await count('cash_moves'), await brokenRules()]).toEqual([0, []])
})

test.each(['CHANGE', 'LUNCH'])(
  'books a payment for the reason %s to the expenses when no account is named for it',
  async reason => {
    const { open, payOut } = shiftsAt(here)
    const shift = open()
    expect(await words(shift, payOut(shift.id, 5, { reason }))).toEqual(['accepted', 'accepted'])
    expect(await select("SELECT account_code FROM transactions WHERE account_code <> 'CASH'")).toEqual([
      { account_code: 'EXPENSES' },
    ])
  },
)

test('keeps card numbers out of the books when one is typed as a note', async () => {
  const { open, payOut, noSale } = shiftsAt(here)
  const shift = open()
  const note = 'Paid with 4084 0840 8408 4081'
  await here.till.carry([shift, payOut(shift.id, 5, { note }), noSale(shift.id, { note })])
  for (const [table, column] of [
    ['cash_moves', 'note'],
    ['drawer_openings', 'note'],
    ['transactions', 'description'],
    ['sync_quarantine', 'mutation'],
  ])
    expect([table, await count(table!, `${column} LIKE '%0840 8408%'`)]).toEqual([table, 0])
})

test('has its entries in the open month when the month of a late move is closed', async () => {
  const { open, payOut } = shiftsAt(here)
  const shift = open()
  await execute("UPDATE books SET open_period = '2099-01' WHERE id = 1")
  await here.till.carry([shift, payOut(shift.id, 5)])
  expect(await select('SELECT DISTINCT period FROM transactions')).toEqual([{ period: '2099-01' }])
  await execute("UPDATE books SET open_period = DATE_FORMAT(UTC_DATE(), '%Y-%m') WHERE id = 1")
})

describe('two people', () => {
  beforeEach(() => setTo('two_person_limit', '100'))
  afterEach(() => setTo('two_person_limit', ''))

  const resolve = (id: number, token: string) =>
    here.api.send('PATCH', `/api/staff/exceptions/${id}`, { token, body: { status_code: 'RESOLVED', note: 'Seen.' } })
  const waiting = () =>
    select<{ id: number; detail: string }>("SELECT id, detail FROM exceptions WHERE code = 'SECOND_PERSON' ORDER BY id")

  // Before: whoever was alone at a till took out what they wanted, and nobody was told.
  test.each(['OUT', 'IN'] as const)(
    'asks for somebody else than who moved the cash when a move %s reaches the limit',
    async direction => {
      const { open, payOut } = shiftsAt(here)
      const shift = open()
      expect(await words(shift, payOut(shift.id, 100, { direction, reason: 'SAFE' }))).toEqual([
        'accepted',
        'accepted SECOND_PERSON',
      ])
      const [{ id, detail }] = (await waiting()) as [{ id: number; detail: string }]
      expect(detail).toContain('100.00')
      expect(await resolve(id, here.owner.token)).toMatchObject({ status: 409, body: { code: 'second_person' } })
      const all = { ids: [id], note: 'Seen.' }
      const together = await here.api.send('POST', '/api/staff/exceptions/resolve', {
        token: here.owner.token,
        body: all,
      })
      expect(together.status).toBe(409)
      expect((await resolve(id, here.manager.token)).status).toBe(200)
      expect([await count('cash_moves'), await brokenRules()]).toEqual([1, []])
    },
  )

  test('control: asks for nobody else when a move stays below the limit, or no limit is set', async () => {
    const { open, payOut } = shiftsAt(here)
    const shift = open()
    expect(await words(shift, payOut(shift.id, 99.99), payOut(shift.id, 99.99, { direction: 'IN' }))).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ])
    await setTo('two_person_limit', '')
    expect(await words(payOut(shift.id, 500))).toEqual(['accepted'])
    expect(await waiting()).toEqual([])
  })

  test('counts together what a till pays out on one day, and asks again each time it reaches the limit', async () => {
    const { open, payOut } = shiftsAt(here)
    const shift = open()
    const moves = [60, 60, 10, 80].map(amount => payOut(shift.id, amount))
    expect(await words(shift, ...moves)).toEqual([
      'accepted',
      'accepted',
      'accepted SECOND_PERSON',
      'accepted',
      'accepted SECOND_PERSON',
    ])
    expect(await words(...moves)).toHaveLength(4)
    const other = await here.anotherTill()
    const others = shiftsAt(here, other)
    const theirs = others.open()
    expect(inWords((await other.carry([theirs, others.payOut(theirs.id, 90)])).said.verdicts)).toEqual([
      'accepted',
      'accepted',
    ])
    expect(await waiting()).toHaveLength(2)
  })

  test('believes no name: who was signed in has moved it, and where nothing proves that, everybody who could', async () => {
    const { open, payOut } = shiftsAt(here)
    const shift = open()
    await words(shift, payOut(shift.id, 100, { teller_id: here.manager.id }))
    const [{ id }] = (await waiting()) as [{ id: number; detail: string }]
    for (const { token } of [here.owner, here.manager]) expect((await resolve(id, token)).status).toBe(409)
    await execute('UPDATE sync_verdicts SET signed_in = 0')
    await execute('UPDATE cash_moves SET teller_id = ?', [here.manager.id])
    expect((await resolve(id, here.owner.token)).status).toBe(409)
    expect((await resolve(id, (await aUser('MANAGER')).token)).status).toBe(200)
  })
})
