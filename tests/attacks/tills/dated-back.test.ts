import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { tokenOf } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'
import { shiftsAt, shiftsSeen } from '#tests/support/till/shift-day.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const words = async (mutations: object[], headers = {}) =>
  inWords((await here.till.carry(mutations, here.till, headers)).said.verdicts)
const dated = (occurred_at: string) => here.till.sell(here.saleAt(here.till, { occurred_at }))

/** A day two days ago: its shift was closed at the end of it. */
async function yesterdaysShift() {
  await execute('UPDATE till_grants SET issued_at = issued_at - INTERVAL 20 DAY')
  const { open, close } = shiftsAt(here)
  const shift = open({ occurred_at: ago(2 * DAY_MS) })
  const sale = dated(ago(2 * DAY_MS - HOUR_MS))
  const end = close(shift.id, { note_100: 1, note_10: 1 }, { occurred_at: ago(2 * DAY_MS - 8 * HOUR_MS) })
  return { shift, sale, end }
}

test.each([
  ['in one push', async (all: object[]) => words(all)],
  ['in a later push', async (all: object[]) => [...(await words(all.slice(0, 3))), ...(await words(all.slice(3)))]],
])('books a sale that is dated before the Z it follows on the day it arrived, when they come %s', async (_, send) => {
  const { shift, sale, end } = await yesterdaysShift()
  const into = dated(ago(2 * DAY_MS - 2 * HOUR_MS))
  expect(await send([shift, sale, end, into])).toEqual(['accepted', 'accepted', 'accepted', 'accepted BACKDATED'])
  expect(await select('SELECT number, business_date = UTC_DATE() AS today FROM orders ORDER BY id')).toEqual([
    { number: sale.payload.number, today: 0 },
    { number: into.payload.number, today: 1 },
  ])
  expect(await shiftsSeen(here)).toMatchObject([{ expected: 110, difference: 0, revision: 1 }])
  expect([await count('exceptions', "code = 'BACKDATED'"), await brokenRules()]).toEqual([1, []])
})

test('names a sale that is dated before the Z it follows when the Z is held back until it is booked', async () => {
  const { shift, sale, end } = await yesterdaysShift()
  const into = dated(ago(2 * DAY_MS - 2 * HOUR_MS))
  expect(await words([shift, sale, into])).toEqual(['accepted', 'accepted', 'accepted'])
  expect(await words([end])).toEqual(['accepted'])
  await words([end])
  expect(
    await select("SELECT o.number FROM exceptions e JOIN orders o ON o.id = e.order_id WHERE e.code = 'BACKDATED'"),
  ).toEqual([{ number: into.payload.number }])
})

test('names cash that is paid out at the time of a closed shift', async () => {
  const { shift, end } = await yesterdaysShift()
  const out = shiftsAt(here).payOut(shift.id, 5, { occurred_at: ago(2 * DAY_MS - 2 * HOUR_MS) })
  expect(await words([shift, end, out])).toEqual(['accepted', 'accepted', 'accepted BACKDATED'])
  expect(await select('SELECT DISTINCT business_date = UTC_DATE() AS today FROM transactions')).toEqual([{ today: 1 }])
})

test('control: takes sales for what they say when they are dated after the Z, or come before it in the chain', async () => {
  const { shift, end } = await yesterdaysShift()
  const next = dated(ago(2 * DAY_MS - 9 * HOUR_MS))
  expect(await words([next, end, shift])).toEqual(['accepted', 'accepted', 'accepted'])

  const { open, close } = shiftsAt(here)
  const today = open()
  const late = dated(ago(HOUR_MS))
  await words([today, close(today.id, { note_100: 1, note_10: 1 })])
  expect(await words([late])).toEqual(['accepted'])
  expect(await count('exceptions', "code = 'BACKDATED'")).toBe(0)
})

test("does not mind the Z of another till, or a till's clock that is put right", async () => {
  const { shift, end } = await yesterdaysShift()
  await words([shift, end])
  const other = await here.anotherTill()
  await execute('UPDATE till_grants SET issued_at = issued_at - INTERVAL 20 DAY')
  const elsewhere = other.sell(here.saleAt(other, { occurred_at: ago(2 * DAY_MS - 2 * HOUR_MS) }))
  expect(inWords((await other.carry([elsewhere])).said.verdicts)).toEqual(['accepted'])

  const ahead = (ms: number) => ({ 'x-device-time': new Date(Date.now() + ms).toISOString() })
  const { open, close } = shiftsAt(here)
  const late = dated(ago(HOUR_MS))
  const today = open({ occurred_at: ago(-9 * HOUR_MS) })
  await words([today, close(today.id, { note_100: 1 }, { occurred_at: ago(-9 * HOUR_MS) })], ahead(9 * HOUR_MS))
  expect(await words([late, dated(ago(0))])).toEqual(['accepted', 'accepted'])
})

test('does not mind a slow network that makes a Z look later than the sale after it', async () => {
  const { open, close } = shiftsAt(here)
  await execute('UPDATE till_grants SET issued_at = issued_at - INTERVAL 1 DAY')
  const shift = open({ occurred_at: ago(70_000) })
  const slow = { 'x-device-time': ago(5_000) }
  expect(await words([shift, close(shift.id, { note_100: 1 }, { occurred_at: ago(60_000) })], slow)).toEqual([
    'accepted',
    'accepted',
  ])
  expect(await words([dated(ago(58_000))])).toEqual(['accepted'])
})

test('does not mind what a restore has lost and the till sends again', async () => {
  const { shift, end } = await yesterdaysShift()
  const into = dated(ago(2 * DAY_MS - 2 * HOUR_MS))
  await execute('UPDATE shop_generation SET restored_at = NOW(3)')
  expect(await words([shift, end, into])).toEqual(['accepted', 'accepted', 'accepted'])
  await execute('UPDATE shop_generation SET restored_at = NULL')
})

describe('after a restore', () => {
  beforeEach(() => execute('UPDATE shop_generation SET restored_at = NOW(3) - INTERVAL 1 SECOND'))
  afterEach(() => execute('UPDATE shop_generation SET restored_at = NULL'))

  const intoShift = () => dated(ago(2 * DAY_MS - 2 * HOUR_MS))
  const now = () => dated(ago(0))
  const longAgo = () => dated(ago(15 * DAY_MS))

  // Before: for ninety days after a restore a till could date any sale back, and nobody was told.
  test('names a new sale that is dated back, once the till has signed something since', async () => {
    const { shift, sale, end } = await yesterdaysShift()
    expect(await words([shift, sale, end])).toEqual(['accepted', 'accepted', 'accepted'])
    expect(await words([now(), intoShift()])).toEqual(['accepted', 'accepted BACKDATED'])
    expect(await words([intoShift()])).toEqual(['accepted BACKDATED'])
    expect(await words([longAgo()])).toEqual(['accepted BACKDATED'])
    expect(
      await select('SELECT DISTINCT business_date = UTC_DATE() AS today FROM orders WHERE id > ?', [
        (await select<{ id: number }>('SELECT MIN(id) AS id FROM orders'))[0]!.id,
      ]),
    ).toEqual([{ today: 1 }])
  })

  test('names it when only the grant shows that it is new', async () => {
    const { shift, end } = await yesterdaysShift()
    await words([shift, end])
    await here.till.signIn(here.owner.token)
    expect(await words([intoShift()])).toEqual(['accepted UNPROVED BACKDATED'])
  })

  test('names it when the Z comes after it', async () => {
    const { shift, end } = await yesterdaysShift()
    const [fresh, into] = [now(), intoShift()]
    expect(await words([shift, fresh, into])).toEqual(['accepted', 'accepted', 'accepted'])
    await words([end])
    expect(
      await select("SELECT o.number FROM exceptions e JOIN orders o ON o.id = e.order_id WHERE e.code = 'BACKDATED'"),
    ).toEqual([{ number: into.payload.number }])
  })

  test('does not mind what the till sends again, also after its new sales', async () => {
    const { shift, end } = await yesterdaysShift()
    const again = [intoShift(), longAgo()]
    expect(await words([now()])).toEqual(['accepted'])
    expect(await words([shift, end, ...again])).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
    expect(await words([intoShift()])).toEqual(['accepted BACKDATED'])
    await execute('UPDATE shop_generation SET restored_at = NOW(3)')
    expect(await words([intoShift()])).toEqual(['accepted']) // a second restore: all may come again
  })

  test('does not take an old sale for a new one when its clock was ahead', async () => {
    const { shift, end } = await yesterdaysShift()
    const ahead = dated(ago(-2 * HOUR_MS))
    expect(await words([shift, end, ahead, intoShift()])).toEqual([
      'accepted',
      'accepted',
      'accepted CLOCK_SKEW',
      'accepted',
    ])
  })

  test('control: nobody is told of a new sale that is dated back when what came before it is forgotten', async () => {
    const { shift, end } = await yesterdaysShift()
    await words([shift, end, now()])
    await execute('UPDATE tills SET fresh_from = NULL')
    expect(await words([intoShift()])).toEqual(['accepted'])
  })
})

describe('on protocol 1', () => {
  const push = async (occurred_at: string, headers = {}) => {
    const sale = aSale({ occurred_at, lines: [{ product_variation_id: here.jeans, quantity: 1, price: 10 }] })
    const asked = { token: await tokenOf(7), headers, body: aPush(sale) }
    const { body } = await here.api.send('POST', '/api/sync/push', asked)
    return inWords(body.verdicts as never)[0]!.includes('BACKDATED')
  }
  const days = async () =>
    (await select<{ day: string }>("SELECT DATE_FORMAT(business_date, '%Y-%m-%d') AS day FROM orders ORDER BY id")).map(
      ({ day }) => day,
    )
  const today = () => ago(0).slice(0, 10)

  // Before: it was booked for that day, without a word.
  test('books a sale dated 2001, or more than 14 days back, on the day it arrived, and names it', async () => {
    expect(await push('2001-02-03T10:00:00.000Z')).toBe(true)
    expect(await push(ago(14 * DAY_MS + HOUR_MS))).toBe(true)
    expect(await push(ago(14 * DAY_MS - HOUR_MS))).toBe(false)
    expect(await days()).toEqual([today(), today(), ago(14 * DAY_MS - HOUR_MS).slice(0, 10)])
    expect(
      await select("SELECT DISTINCT DATE_FORMAT(business_date, '%Y-%m-%d') AS day FROM transactions ORDER BY day DESC"),
    ).toEqual([{ day: today() }, { day: ago(14 * DAY_MS - HOUR_MS).slice(0, 10) }])
    expect(await select("SELECT detail FROM exceptions WHERE code = 'BACKDATED' ORDER BY id LIMIT 1")).toEqual([
      { detail: 'Dated 2001-02-03, more than 14 days before it arrived.' },
    ])
    expect(await brokenRules()).toEqual([])
  })

  test('goes by the clock put right', async () => {
    const slow = { 'x-device-time': ago(400 * DAY_MS) }
    expect(await push(ago(401 * DAY_MS), slow)).toBe(false)
    expect(await days()).toEqual([ago(DAY_MS).slice(0, 10)])
  })

  test('does not mind what a restore has lost and the till sends again', async () => {
    await execute('UPDATE shop_generation SET restored_at = NOW(3)')
    try {
      expect(await push(ago(20 * DAY_MS))).toBe(false)
    } finally {
      await execute('UPDATE shop_generation SET restored_at = NULL')
    }
    expect(await push(ago(20 * DAY_MS))).toBe(true)
  })
})
