import { beforeEach, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { aUser } from '#tests/support/server/api.ts'
import { shiftsAt } from '#tests/support/till/shift-day.ts'
import { signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { openExceptions, setTo, voidAt } from '#tests/support/till/voids.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})
/** An administrator who has nothing to do with any of it. */
let other: SignedShop['owner']
beforeEach(async () => {
  other = await aUser('ADMINISTRATOR', { name: 'Kofi' })
})

const note = { note: 'All is well.' }
const idOf = async (code: string) =>
  (await select<{ id: number }>("SELECT id FROM exceptions WHERE code = ? AND status_code = 'OPEN'", [code]))[0]!.id
const resolve = async (code: string, { token }: { token: string }) =>
  here.api.send('PATCH', `/api/staff/exceptions/${await idOf(code)}`, {
    token,
    body: { status_code: 'RESOLVED', ...note },
  })
const resolveAll = async (codes: string[], { token }: { token: string }) =>
  here.api.send('POST', '/api/staff/exceptions/resolve', {
    token,
    body: { ids: await Promise.all(codes.map(idOf)), ...note },
  })

/** A sale by the person who is signed in. */
async function sell(who: { id: number; token: string }, facts = {}) {
  await here.till.signIn(who.token)
  const sale = here.saleAt(here.till, { teller_id: who.id, ...facts })
  await here.till.carry([here.till.sell(sale)])
  return sale
}
const half = () => ({ discount: 5, total: 5 })

// Before: whoever gave a discount above the limit said that it was agreed.
test('lets nobody resolve what is about a sale of their own, alone or among others', async () => {
  await sell(here.manager, half())
  await sell(here.owner, { lines: [{ product_variation_id: here.jeans, quantity: 1, price: 9 }], total: 9 })
  expect(await openExceptions()).toEqual(['DISCOUNT', 'PRICE_DRIFT'])
  expect(await resolve('DISCOUNT', here.manager)).toMatchObject({
    status: 409,
    body: { code: 'second_person', message: 'This may be about you. Someone else must resolve that.' },
  })
  expect(await resolveAll(['DISCOUNT', 'PRICE_DRIFT'], here.manager)).toMatchObject({
    status: 409,
    body: { message: 'One of these may be about you. Someone else must resolve that.' },
  })
  expect((await resolve('PRICE_DRIFT', here.owner)).status).toBe(409)
  expect(await openExceptions()).toEqual(['DISCOUNT', 'PRICE_DRIFT'])
  expect((await resolve('PRICE_DRIFT', here.manager)).status).toBe(200)
  expect((await resolve('DISCOUNT', other)).status).toBe(200)
})

test('asks for an administrator when another cashier resolves what is about a person', async () => {
  await sell(here.manager, half())
  const colleague = await aUser('MANAGER')
  expect(await resolve('DISCOUNT', colleague)).toMatchObject({
    status: 403,
    body: { code: 'forbidden', message: 'This is about a cashier. An administrator must resolve that.' },
  })
  expect((await resolveAll(['DISCOUNT'], colleague)).status).toBe(403)
  expect((await resolveAll(['DISCOUNT'], other)).status).toBe(200)
})

test('lets the owner resolve what is about their own sale, because nobody stands above them', async () => {
  const boss = await aUser('SUPER_ADMINISTRATOR')
  await sell(boss, { lines: [{ product_variation_id: here.jeans, quantity: 1, price: 9 }], total: 9 })
  expect((await resolve('PRICE_DRIFT', boss)).status).toBe(200)
})

test('control: lets a cashier count goods that they oversold', async () => {
  await sell(here.manager, { lines: [{ product_variation_id: here.jeans, quantity: 100, price: 10 }], total: 1000 })
  expect((await resolve('OVERSOLD', here.manager)).status).toBe(200)
})

test('counts whoever was signed in as the person it is about, not the cashier whom they named', async () => {
  await sell(here.owner, { teller_id: here.manager.id })
  expect([
    (await resolve('TELLER_MISMATCH', here.owner)).status,
    (await resolve('TELLER_MISMATCH', other)).status,
  ]).toEqual([409, 200])
})

test('counts whoever was signed in for cash that has no order, too', async () => {
  const { open, payOut } = shiftsAt(here)
  const shift = open()
  await here.till.carry([shift, payOut(shift.id, 5, { teller_id: here.manager.id })])
  expect([
    (await resolve('TELLER_MISMATCH', here.owner)).status,
    (await resolve('TELLER_MISMATCH', other)).status,
  ]).toEqual([409, 200])
})

test('lets nobody resolve the difference of a drawer that they counted', async () => {
  const { open, close } = shiftsAt(here)
  const shift = open()
  await here.till.carry([shift, close(shift.id, { note_50: 1 })])
  expect([
    (await resolve('SHIFT_DIFFERENCE', here.owner)).status,
    (await resolve('SHIFT_DIFFERENCE', other)).status,
  ]).toEqual([409, 200])
})

test('lets nobody resolve a void of their own against the rules', async () => {
  await setTo('void_manager', 'OFF')
  const sale = await sell(here.manager)
  await here.till.carry([voidAt(here, sale, { teller_id: here.manager.id })])
  await setTo('void_manager', 'ON')
  expect(await openExceptions()).toEqual(['VOID_RULE'])
  expect([(await resolve('VOID_RULE', here.manager)).status, (await resolve('VOID_RULE', other)).status]).toEqual([
    409, 200,
  ])
})
