import { expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import type { TillDetail } from '#sync/protocol/till.ts'
import { aMutation, aPush } from '#tests/support/server/factories.ts'
import { count } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { sha256, SigningTill } from '#tests/support/till/signing-till.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const DAY_MS = 86_400_000
const sell = (overrides: Partial<Sale> = {}, till = here.till) => till.sell(here.saleAt(till, overrides))
const carry = async (...mutations: object[]) => (await here.till.carry(mutations)).said
const words = async (...mutations: object[]) => inWords((await carry(...mutations)).verdicts)
const shown = async () =>
  (await here.api.send('GET', `/api/staff/tills/${here.till.till.id}`, { token: here.owner.token })).body
    .till as unknown as TillDetail
/** The same profile once more: what it signs from here on the first one does not know of. */
const copied = () =>
  Object.assign(new SigningTill(here.api, here.till.device_id, here.till.key), {
    till: here.till.till,
    seq: here.till.seq,
    prev: here.till.prev,
    grant: here.till.grant,
  })

test('keeps the chain of a key: its head is what the till goes on from, and enrolling again gives it back', async () => {
  const [, second] = [sell(), sell()] as const
  expect(await words(second)).toEqual(['accepted'])
  const head = { seq: 2, hash: here.till.prev }
  expect((await shown()).keys).toMatchObject([
    { key_id: here.till.key.key_id, approved: true, forked: false, chain: head, enrolled_by: { name: 'Efua' } },
  ])
  expect((await here.till.enrol(here.owner.token)).body).toMatchObject({
    till: { chain: head, last_seq: 2, missing_seqs: [1] },
  })
})

test('takes a chain in any order, and what fills a gap later', async () => {
  const [one, two, three, four, five] = [sell(), sell(), sell(), sell(), sell()]
  expect(await words(five, two)).toEqual(['accepted', 'accepted'])
  expect(await words(four)).toEqual(['accepted'])
  expect(await carry(three, one)).toMatchObject({ verdicts: [{ exceptions: [] }, { exceptions: [] }] })
  expect(await carry(one, two, three, four, five)).not.toHaveProperty('rekey')
  expect(await shown()).toMatchObject({ last_seq: 5, missing_seqs: [], keys: [{ forked: false, chain: { seq: 5 } }] })
})

test('notes a mutation that does not follow the one before it, and one that the next does not follow', async () => {
  const first = sell()
  here.till.prev = sha256('something else')
  const second = sell()
  expect(await words(first, second)).toEqual(['accepted', 'accepted CHAIN_BROKEN'])
  const [third, fourth] = [sell(), sell()]
  expect(await words(fourth)).toEqual(['accepted'])
  const { sig: _, ...facts } = third
  const otherThird = here.till.seal({ ...facts, occurred_at: new Date(Date.now() - 1000).toISOString(), sig: '' })
  expect(await words(otherThird)).toEqual(['accepted CHAIN_BROKEN'])
})

test('finds two profiles with one key by the one that both follow, and asks both for a new key', async () => {
  await carry(sell())
  const copy = copied()
  const [mine, theirs] = [sell(), sell({}, copy)]
  expect(await carry(mine)).not.toHaveProperty('rekey')
  expect(await carry(theirs)).toMatchObject({
    rekey: true,
    verdicts: [{ status: 'accepted', exceptions: ['NUMBER_REUSED', 'CHAIN_BROKEN'] }],
  })
  expect(await carry()).toMatchObject({ rekey: true, verdicts: [] })
  expect((await shown()).keys[0]!.forked).toBe(true)

  await here.till.rekey(here.owner.token)
  expect(here.till.till).toMatchObject({ approved: true, chain: { seq: 0, hash: '' } })
  const next = sell()
  expect([next.prev, await carry(next)]).toEqual([
    '',
    expect.objectContaining({ verdicts: [expect.objectContaining({ exceptions: [] })] }),
  ])
  expect(await carry()).not.toHaveProperty('rekey')
  const left = sell({}, copy)
  expect((await here.till.carry([left], copy)).said).not.toHaveProperty('rekey')
  expect((await copy.carry([left])).said).toMatchObject({ rekey: true, verdicts: [{ status: 'accepted' }] })
})

test('finds a fork in one push, and by two who bring its two ends at the same moment', async () => {
  await carry(sell())
  const copy = copied()
  expect(await words(sell(), sell({}, copy))).toEqual(['accepted', 'accepted NUMBER_REUSED CHAIN_BROKEN'])
  for (let round = 0; round < 5; round++) {
    await here.till.rekey(here.owner.token)
    await carry(sell())
    const twin = copied()
    const replies = await Promise.all([here.till.carry([sell()]), twin.carry([sell({}, twin)])])
    expect(
      replies.flatMap(({ said }) => inWords(said.verdicts)).filter(word => word.includes('CHAIN_BROKEN')),
    ).toHaveLength(1)
  }
})

test('books a chain with a rejected one in the middle, which has its place in it', async () => {
  const [before, broken, after] = [
    sell(),
    here.till.sign('sale.record', { ...here.saleAt(here.till), lines: [] as Sale['lines'], total: 0 }),
    sell(),
  ]
  expect(await words(before, broken, after)).toEqual(['accepted', 'validation', 'accepted'])
  expect(await shown()).toMatchObject({ last_seq: 3, missing_seqs: [], keys: [{ forked: false }] })
  expect(await words(sell())).toEqual(['accepted'])
})

test('notes a number far ahead of a gap, once, and gives the till back what it may go on from', async () => {
  await carry(sell())
  here.till.seq = 4_294_967_293
  expect(await words(sell(), sell())).toEqual(['accepted SEQ_JUMP', 'accepted SEQ_JUMP'])
  expect(await count('exceptions', "code = 'SEQ_JUMP'")).toBe(1)
  expect(await shown()).toMatchObject({ last_seq: 1, missing_seqs: [] })
  here.till.seq = 1002
  expect(await words(sell())).toEqual(['accepted SEQ_JUMP'])
  here.till.seq = 1001
  expect(await words(sell())).toEqual(['accepted CHAIN_BROKEN'])
  expect(await shown()).toMatchObject({ last_seq: 1002 })
})

test('is not poisoned by the highest number or counter, on either protocol: a till that is set up again goes on from what was real', async () => {
  await carry(sell({ number: `${here.till.till.code}-000001` }))
  here.till.seq = 4_294_967_294
  await carry(sell({ number: `${here.till.till.code}-18446744073709551615` }))
  here.till.seq = 4_294_967_294
  await carry(sell({ number: `${here.till.till.code}-999999999` }))
  expect((await here.till.rekey(here.owner.token)).body).toMatchObject({
    till: { last_seq: 1, last_number: 1, missing_seqs: [] },
  })

  const old = new SigningTill(here.api)
  const {
    body: { till },
  } = await here.api.send('POST', '/api/staff/tills', {
    token: here.owner.token,
    body: { name: 'Old', device_id: old.device_id },
  })
  const { code } = till as unknown as { code: string }
  const bare = (number: string, seq: number, more = {}) =>
    aMutation(here.saleAt(old, { till_code: code, number: `${code}-${number}`, ...more }), { seq })
  const { body } = await here.api.send('POST', '/api/sync/push', {
    token: here.owner.token,
    body: {
      ...aPush(),
      device_id: old.device_id,
      mutations: [
        bare('000001', 1),
        bare('4294967295', 4_294_967_295),
        bare('18446744073709551615', 4_294_967_294, { lines: [] }),
      ],
    },
  })
  expect(body.verdicts).toMatchObject([{ exceptions: [] }, { exceptions: ['SEQ_JUMP'] }, { status: 'rejected' }])
  expect(
    (
      await here.api.send('POST', '/api/staff/tills', {
        token: here.owner.token,
        body: { name: 'Old', device_id: old.device_id },
      })
    ).body,
  ).toMatchObject({ till: { last_seq: 1, last_number: 1, missing_seqs: [] } })
})

test('books what is dated back on the day it arrives, but for what a restore has lost', async () => {
  const long = new Date(Date.now() - 15 * DAY_MS).toISOString()
  const grant = async () =>
    execute('UPDATE till_grants SET issued_at = issued_at - INTERVAL 20 DAY, expires_at = NOW() + INTERVAL 9 DAY')
  await grant()
  expect(
    await words(sell({ occurred_at: long }), sell({ occurred_at: new Date(Date.now() - 13 * DAY_MS).toISOString() })),
  ).toEqual(['accepted BACKDATED', 'accepted'])
  expect(await select('SELECT business_date = UTC_DATE() AS today FROM orders ORDER BY id')).toEqual([
    { today: 1 },
    { today: 0 },
  ])
  await execute('UPDATE shop_generation SET restored_at = NOW(3)')
  expect(await words(sell({ occurred_at: long }))).toEqual(['accepted'])
  // Before: one restore let every later sale be dated back to before it. Tills keep what they send again for 90 days.
  await execute('UPDATE shop_generation SET restored_at = NOW(3) - INTERVAL 91 DAY')
  await execute('UPDATE till_grants SET issued_at = issued_at - INTERVAL 100 DAY')
  expect(await words(sell({ occurred_at: new Date(Date.now() - 92 * DAY_MS).toISOString() }))).toEqual([
    'accepted BACKDATED',
  ])
  await execute('UPDATE shop_generation SET restored_at = NULL')
})

test('needs fifteen statements for fifty signed sales as for one', async () => {
  const { countingQueries } = await import('#tests/support/database/queries.ts')
  await carry(sell())
  const one = await countingQueries(() => carry(sell()))
  expect(one).toBeLessThanOrEqual(15)
  const fifty = Array.from({ length: 50 }, () => sell())
  expect(await countingQueries(() => carry(...fifty))).toBe(one)
})
