import { beforeEach, expect, test } from 'vitest'
import { otherSpelling } from '#api/trust/p256.ts'
import { execute } from '#api/db/database.ts'
import type { SignedMutation } from '#sync/protocol/signed.ts'
import type { TillDetail } from '#sync/protocol/till.ts'
import { count } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'

let here: SignedShop
let thief: SigningTill
signedShop(shop => {
  here = shop
})
beforeEach(async () => {
  thief = new SigningTill(here.api)
  await thief.enrol(here.manager.token)
})

const sell = () => here.till.sell(here.saleAt(here.till))
const carry = async (...mutations: object[]) => (await here.till.carry(mutations)).said
/** The same signature in its other spelling, which anybody can work out. */
const respelt = (mutation: SignedMutation): SignedMutation => ({ ...mutation, sig: otherSpelling(mutation.sig)! })
/** Another till carries what it has seen of this one. */
const bring = async (...mutations: object[]) => (await thief.carry(mutations, here.till)).said
const keys = async () =>
  (
    (await here.api.send('GET', `/api/staff/tills/${here.till.till.id}`, { token: here.owner.token })).body
      .till as unknown as TillDetail
  ).keys

test('spells each signature in two ways that both verify, whichever of them the till chose', async () => {
  const highs = Array.from({ length: 40 }, () => {
    const { sig } = sell()
    expect([otherSpelling(sig) === sig, otherSpelling(otherSpelling(sig))]).toEqual([false, sig])
    return Buffer.from(sig, 'base64url')[32]! >= 0x80
  })
  expect(new Set(highs).size).toBe(2)
  for (const nothing of ['', 'x', null, 7, 'A'.repeat(86), '_'.repeat(85) + 'w'])
    expect(otherSpelling(nothing)).toBeNull()
})

// Before: the till was told to make a new key, because two mutations had one place.
test('answers the other spelling of a sale with the verdict of the first, and finds no fork', async () => {
  const first = sell()
  const said = await carry(first)
  for (const replay of [await bring(respelt(first)), await carry(respelt(first)), await carry(first)])
    expect([replay.verdicts, replay.rekey, replay.resend_from]).toEqual([said.verdicts, undefined, undefined])
  expect(inWords((await carry(sell(), sell())).verdicts)).toEqual(['accepted', 'accepted'])
  expect(await keys()).toMatchObject([{ forked: false, chain: { seq: 3, hash: here.till.prev } }])
  expect([await count('till_links'), await count('exceptions'), await count('sync_quarantine')]).toEqual([3, 0, 0])
})

// Before: the next sale of the till was booked with CHAIN_BROKEN.
test('follows a till whose sale came first by another, in the other spelling', async () => {
  const sales = [sell(), sell(), sell()]
  expect(inWords((await bring(respelt(sales[0]!))).verdicts)).toEqual(['accepted'])
  const said = await carry(sales[0]!)
  expect([inWords(said.verdicts), said.rekey]).toEqual([['accepted'], undefined])
  expect(await carry(sales[1]!)).not.toHaveProperty('resend_from')
  const alone = await carry(sales[2]!)
  expect([inWords(alone.verdicts), alone.rekey, alone.resend_from]).toEqual([['accepted'], undefined, undefined])
  expect(await carry()).toMatchObject({ resend_from: 4, verdicts: [] })
  expect([await keys(), await count('exceptions')]).toMatchObject([[{ forked: false, chain: { seq: 3 } }], 0])
})

test('follows a run with the other spelling in its middle or at its end, and both spellings in one push', async () => {
  const [one, two, three, four] = [sell(), sell(), sell(), sell()] as const
  expect(inWords((await bring(one, respelt(two), three, respelt(four))).verdicts)).toEqual(Array(4).fill('accepted'))
  const five = sell()
  expect(inWords((await carry(five, respelt(five))).verdicts)).toEqual(['accepted', 'accepted'])
  expect(inWords((await carry(one, two, three, four, five, sell())).verdicts)).toEqual(Array(6).fill('accepted'))
  expect([await keys(), await count('exceptions'), await count('orders')]).toMatchObject([
    [{ forked: false, chain: { seq: 6 } }],
    0,
    6,
  ])
})

test('goes on from the head that the server gives back, in whichever spelling it came', async () => {
  const first = sell()
  await bring(respelt(first))
  const [{ chain }] = (await keys()) as [TillDetail['keys'][number]]
  here.till.prev = chain.hash
  const next = sell()
  await carry(next)
  expect(inWords((await carry(first, sell())).verdicts)).toEqual(['accepted', 'accepted'])
  expect([await keys(), await count('exceptions')]).toMatchObject([[{ forked: false, chain: { seq: 3 } }], 0])
})

test('knows the other spelling of a sale that was recorded before both were', async () => {
  const sales = [sell(), sell()]
  await carry(...sales)
  await execute('UPDATE till_links SET twin = NULL')
  const said = await bring(...sales.map(respelt))
  expect([inWords(said.verdicts), await count('till_links')]).toEqual([['accepted', 'accepted'], 2])
  expect((await keys())[0]!.forked).toBe(false)
})

test('still finds the fork of two profiles when one of them comes in the other spelling', async () => {
  await carry(sell())
  const { seq, prev, grant, till } = here.till
  const copy = Object.assign(new SigningTill(here.api, here.till.device_id, here.till.key), { till, seq, prev, grant })
  await carry(sell())
  const said = await carry(respelt(copy.sell(here.saleAt(copy))))
  expect([said.rekey, inWords(said.verdicts)]).toEqual([true, ['accepted NUMBER_REUSED CHAIN_BROKEN']])
})

test('takes a signature in one spelling of its letters only', async () => {
  const sale = sell()
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // 86 letters hold four bits more than 64 bytes.
  const last = LETTERS.indexOf(sale.sig.at(-1)!)
  for (const more of [1, 7, 15])
    expect(
      inWords((await bring({ ...sale, sig: `${sale.sig.slice(0, -1)}${LETTERS[last + more]}` })).verdicts),
    ).toEqual(['unproved'])
  for (const spelling of [`${sale.sig}==`, ` ${sale.sig}`, `${sale.sig.slice(0, -1)}=`])
    expect(inWords((await bring({ ...sale, sig: spelling })).verdicts)).toEqual(['unproved'])
  expect(await count('till_links')).toBe(0)
  expect(inWords((await carry(sale, sell())).verdicts)).toEqual(['accepted', 'accepted'])
})
