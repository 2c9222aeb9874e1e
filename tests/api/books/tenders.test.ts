import { afterEach, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { Account } from '#sync/protocol/staff/ledger.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import { aUser, type Api } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks } from '#tests/support/server/shop.ts'

let api: Api
let token: string
aShopEach('ADMINISTRATOR', here => {
  ;({ api, token } = here)
})
afterEach(checkBooks)

const SEEDED = ['CASH', 'MTN_MOBILE_MONEY', 'TELECEL_CASH', 'AT_MONEY', 'BANK']
const ZEEPAY = { name: 'Zeepay', kind: 'MOBILE_MONEY', asks_reference: 'MUST', opens_drawer: false }

type Reply = { status: number; body: { account: Account; errors?: Record<string, string[]>; code?: string } }
const add = async (body: object, by = token) =>
  (await api.send('POST', '/api/staff/accounts', { token: by, body })) as unknown as Reply
const change = async (id: number, body: object, by = token) =>
  (await api.send('PATCH', `/api/staff/accounts/${id}`, { token: by, body })) as unknown as Reply
const accounts = async () =>
  (
    (await api.send('GET', '/api/staff/accounts?per_page=100', { token }))
      .body as unknown as ReplyOf<'GET /api/staff/accounts'>
  ).accounts.data
const tenders = async () => (await accounts()).filter(({ kind }) => kind !== null).sort((a, b) => a.place - b.place)
const codes = async () => (await tenders()).map(({ code }) => code)
const idOf = async (code: string) => (await accounts()).find(account => account.code === code)!.id
const pulled = async (since = '') =>
  (await api.send('GET', `/api/sync/pull?since=${since}`, { token })).body as unknown as ReplyOf<'GET /api/sync/pull'>

test('has Telecel Cash and AT Money beside MTN, each asked for a reference like it', async () => {
  expect(await codes()).toEqual(SEEDED)
  expect(
    (await tenders()).map(({ kind, asks_reference, opens_drawer, place }) => [
      kind,
      asks_reference,
      opens_drawer,
      place,
    ]),
  ).toEqual([
    ['CASH', 'NO', true, 1],
    ['MOBILE_MONEY', 'MAY', false, 2],
    ['MOBILE_MONEY', 'MAY', false, 3],
    ['MOBILE_MONEY', 'MAY', false, 4],
    ['CARD', 'MAY', false, 5],
  ])
})

test('adds a way of paying with an account of its own, which tills then offer and sell into', async () => {
  const { watermark } = await pulled()
  const { status, body } = await add(ZEEPAY)
  expect([status, body.account]).toMatchObject([
    201,
    { ...ZEEPAY, code: 'TENDER_ZEEPAY', balance: 0, at_till: true, place: 6, status_code: 'ACTIVE' },
  ])
  expect((await pulled(watermark)).changes.accounts.at(-1)).toEqual({
    id: body.account.id,
    code: 'TENDER_ZEEPAY',
    name: 'Zeepay',
    kind: 'MOBILE_MONEY',
    asks_reference: 'MUST',
    opens_drawer: 0,
    place: 6,
  })
  const lines = [{ product_variation_id: await aVariation(9), quantity: 1, price: 10 }]
  const sale = aSale({ account_code: 'TENDER_ZEEPAY', lines })
  await api.send('POST', '/api/sync/push', { token, body: aPush(sale) })
  expect((await accounts()).find(({ code }) => code === 'TENDER_ZEEPAY')!.balance).toBe(10)
})

test('keeps each change in the log, without the money that came in between', async () => {
  const { account } = (await add(ZEEPAY)).body
  await execute('UPDATE accounts SET balance = 0 WHERE id = ?', [account.id])
  expect((await change(account.id, { name: 'Zee pay', asks_reference: 'NO' })).status).toBe(200)
  const log = await select<{ action: string; was: string | null; became: string }>(
    "SELECT action, was, became FROM staff_changes WHERE subject = 'tender' ORDER BY id",
  )
  expect(log.map(({ action }) => action)).toEqual(['add', 'change'])
  expect([JSON.parse(log[1]!.was!), JSON.parse(log[1]!.became)]).toEqual([
    { name: 'Zeepay', asks_reference: 'MUST' },
    { name: 'Zee pay', asks_reference: 'NO' },
  ])
  expect(log[0]!.became).not.toContain('balance')
})

test('moves a way of paying among the others and tells tills of all that moved', async () => {
  const { watermark } = await pulled()
  await execute("UPDATE accounts SET updated_at = updated_at - INTERVAL 1 DAY WHERE code <> ''")
  expect((await change(await idOf('BANK'), { place: 2 })).status).toBe(200)
  expect(await codes()).toEqual(['CASH', 'BANK', 'MTN_MOBILE_MONEY', 'TELECEL_CASH', 'AT_MONEY'])
  expect((await pulled(watermark)).changes.accounts.map(({ code }) => code).sort()).toEqual(SEEDED.slice(1).sort())
  await change(await idOf('BANK'), { place: 100 })
  expect([await codes(), (await tenders()).map(({ place }) => place)]).toEqual([SEEDED, [1, 2, 3, 4, 5]])
})

test('archives a way of paying: no till offers it, the back office takes no money into it, what is on it stays', async () => {
  const { watermark } = await pulled()
  const id = await idOf('AT_MONEY')
  expect((await change(id, { status_code: 'ARCHIVED' })).body.account).toMatchObject({
    at_till: false,
    status_code: 'ARCHIVED',
  })
  expect((await pulled(watermark)).deleted.accounts).toEqual([id])
  const card = { amount: 20, account_code: 'AT_MONEY', note: null }
  expect(await api.send('POST', '/api/staff/gift-cards', { token, body: card })).toMatchObject({ status: 422 })
  // A till that had not heard of it sold into it: a sale is a fact.
  const lines = [{ product_variation_id: await aVariation(9), quantity: 1, price: 10 }]
  const { body } = await api.send('POST', '/api/sync/push', {
    token,
    body: aPush(aSale({ account_code: 'AT_MONEY', lines })),
  })
  expect(body).toMatchObject({ verdicts: [{ status: 'accepted' }] })
  expect((await change(id, { status_code: 'ACTIVE' })).body.account).toMatchObject({ at_till: true, balance: 10 })
})

test('refuses a name that another account has, however it is spelled, and a name without letters', async () => {
  for (const name of ['Cash', 'cash ', 'CÁSH', 'Paystack', 'Gift cards', 'MTN MoMo'])
    expect([name, (await add({ ...ZEEPAY, name })).body.errors]).toEqual([name, { name: [expect.any(String)] }])
  await add(ZEEPAY)
  for (const name of ['Zeepay', 'zeepay', 'Zéépay', 'Zeepay!'])
    expect([name, (await add({ ...ZEEPAY, name })).body.errors]).toEqual([name, { name: [expect.any(String)] }])
  expect((await add({ ...ZEEPAY, name: '…' })).status).toBe(422)
  expect((await change(await idOf('BANK'), { name: 'zeepay' })).body.errors).toEqual({ name: [expect.any(String)] })
  expect((await change(await idOf('BANK'), { name: 'pos / bank' })).status).toBe(200)
  await change(await idOf('BANK'), { name: 'POS / Bank' })
})

test('adds one of two that are sent at the same moment under one name', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => add(ZEEPAY)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  expect((await codes()).filter(code => code.startsWith('TENDER_'))).toEqual(['TENDER_ZEEPAY'])
})

test('keeps one account for cash, which can be renamed and moved only', async () => {
  const cash = await idOf('CASH')
  expect((await add({ ...ZEEPAY, kind: 'CASH' })).status).toBe(422)
  expect((await change(await idOf('BANK'), { kind: 'CASH' })).body.errors).toEqual({ kind: [expect.any(String)] })
  for (const body of [{ kind: 'CARD' }, { asks_reference: 'MUST' }, { status_code: 'ARCHIVED' }])
    expect([body, (await change(cash, body)).status]).toEqual([body, 422])
  expect((await change(cash, { name: 'Cash drawer', place: 2 })).status).toBe(200)
  expect((await codes())[1]).toBe('CASH')
  await change(cash, { name: 'Cash', place: 1 })
})

test('refuses accounts that are no way of paying, unknown ones, other members and somebody else’s newer change', async () => {
  const bank = (await tenders()).at(-1)!
  for (const [id, body, status] of [
    [await idOf('DEPOSITS'), { name: 'Owed' }, 404],
    [4_000_000_000, { name: 'Nobody' }, 404],
    [bank.id, { balance: 5 }, 422],
    [bank.id, { code: 'CASH' }, 422],
    [bank.id, { at_till: false }, 422],
    [bank.id, { kind: 'GOLD' }, 422],
    [bank.id, { place: 0 }, 422],
    [bank.id, { name: 'x'.repeat(61) }, 422],
    [bank.id, {}, 422],
  ] as const)
    expect([body, (await change(id, body)).status]).toEqual([body, status])
  await change(bank.id, { opens_drawer: true })
  expect(await change(bank.id, { opens_drawer: false, updated_at: bank.updated_at })).toMatchObject({
    status: 409,
    body: { code: 'stale', account: { opens_drawer: true } },
  })
  await change(bank.id, { opens_drawer: false })
})

test('ends the list at thirty, and lets no manager change it', async () => {
  await execute(
    `INSERT INTO accounts (code, name, kind, at_till, place) VALUES ${Array.from({ length: 25 }, (_, i) => `('TENDER_${i}', 'Wallet ${i}', 'OTHER', 1, ${i + 6})`).join(', ')}`,
  )
  expect(await add(ZEEPAY)).toMatchObject({ status: 409 })
  const manager = await aUser('MANAGER')
  expect((await add(ZEEPAY, manager.token)).status).toBe(403)
  expect((await change(await idOf('BANK'), { name: 'Mine' }, manager.token)).status).toBe(403)
})
