import { expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import { readToken } from '#api/trust/signed-token.ts'
import type { Certificate } from '#api/trust/enrol-key.ts'
import type { Page } from '#sync/protocol/page.ts'
import { cosignText, enrolText } from '#sync/protocol/signed.ts'
import type { ShopException } from '#sync/protocol/staff/exception.ts'
import type { TillDetail } from '#sync/protocol/till.ts'
import { count } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { aKey, SigningTill } from '#tests/support/till/signing-till.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const carry = async (till: SigningTill) => inWords((await till.carry([till.sell(here.saleAt(till))])).said.verdicts)[0]
const approve = (till: SigningTill, token: string, approved_key_id = till.key.key_id) =>
  here.api.send('PATCH', `/api/staff/tills/${till.till.id}`, { token, body: { approved_key_id } })

test('sets a till up with its key and answers what the contract has', async () => {
  const till = new SigningTill(here.api)
  const { status, body } = await till.enrol(here.owner.token)
  expect([status, body]).toMatchObject([
    201,
    {
      till: {
        key_id: till.key.key_id,
        approved: true,
        chain: { seq: 0, hash: '' },
        certificate: expect.any(String),
        device_id: till.device_id,
      },
    },
  ])
  expect(await readToken<Certificate>('certificate', till.till.certificate!)).toEqual({
    till: { id: till.till.id, code: till.till.code, name: 'Counter', device_id: till.device_id, status_code: 'ACTIVE' },
    public_key: till.key.public_key,
    key_id: till.key.key_id,
    approved: true,
    unsigned_until: 0,
  })
  expect(await till.enrol(here.owner.token)).toMatchObject({
    status: 200,
    body: { till: { key_id: till.key.key_id, approved: true } },
  })
  expect(await count('till_keys', 'till_id = ?', [till.till.id])).toBe(1)
})

test('refuses a key without its proof, a point off the curve, and another spelling of a point', async () => {
  const till = new SigningTill(here.api)
  const { public_key } = till.key
  const other = aKey()
  const last = public_key.x.at(-1)!
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const respelt = public_key.x.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1]!
  for (const [what, sent] of Object.entries({
    'no proof': { proof: undefined },
    'a proof of another device': { proof: till.key.sign(enrolText(here.till.device_id)) },
    'a proof by another key': { proof: other.sign(enrolText(till.device_id)) },
    'a proof of another text': { proof: till.key.sign(`push\n${till.device_id}`) },
    nonsense: { proof: 'A'.repeat(86) },
    short: { proof: 'x' },
    'no key': { public_key: undefined },
    'off the curve': { public_key: { ...public_key, y: other.public_key.y } },
    zero: { public_key: { ...public_key, x: 'A'.repeat(43), y: 'A'.repeat(43) } },
    respelt: { public_key: { ...public_key, x: respelt } },
    'short x': { public_key: { ...public_key, x: public_key.x.slice(1) } },
    'long x': { public_key: { ...public_key, x: `A${public_key.x}` } },
    'another curve': { public_key: { ...public_key, crv: 'P-384' } },
    'another type': { public_key: { ...public_key, kty: 'RSA' } },
    'a private half': { public_key: { ...public_key, d: public_key.x } },
    'too far': { unsigned_until: 2 ** 40 },
    negative: { unsigned_until: -1 },
  }))
    expect([what, (await till.enrol(here.owner.token, sent)).status]).toEqual([what, 422])
  expect(await count('tills', 'device_id = ?', [till.device_id])).toBe(0)
})

test('does not give one key to two tills', async () => {
  const thief = new SigningTill(here.api, undefined, here.till.key)
  expect((await thief.enrol(here.owner.token)).status).toBe(422)
})

test('takes a key of a manager as new until management approves it: one exception, however much it sells', async () => {
  const till = new SigningTill(here.api)
  await till.enrol(here.manager.token)
  await till.signIn(here.owner.token)
  expect(till.till.approved).toBe(false)
  expect([await carry(till), await carry(till)]).toEqual(['accepted NEW_TILL', 'accepted NEW_TILL'])
  expect(await count('exceptions', "code = 'NEW_TILL'")).toBe(1)
  expect((await approve(till, here.manager.token)).status).toBe(403)
  expect((await approve(till, here.owner.token, here.till.key.key_id)).status).toBe(422)
  const { status, body } = await approve(till, here.owner.token)
  expect([status, (body.till as unknown as TillDetail).keys]).toMatchObject([
    200,
    [{ key_id: till.key.key_id, approved: true, enrolled_by: { name: 'Yaw' } }],
  ])
  expect([await carry(till), await count('exceptions', "code = 'NEW_TILL' AND status_code = 'OPEN'")]).toEqual([
    'accepted',
    0,
  ])
  expect(await count('staff_changes', "action = 'approve key' AND user_id = ?", [here.owner.id])).toBe(1)
})

test('names till and key on the exception of a new till, so that it can be approved from there', async () => {
  const till = new SigningTill(here.api)
  await till.enrol(here.manager.token)
  await till.signIn(here.owner.token)
  await carry(till)
  const exceptions = async () => {
    const { body } = await here.api.send('GET', '/api/staff/exceptions?code=NEW_TILL', { token: here.owner.token })
    return (body as unknown as { exceptions: Page<ShopException> }).exceptions.data
  }
  const [{ till_id, key_id }] = (await exceptions()) as [ShopException]
  expect([till_id, key_id]).toEqual([till.till.id, till.key.key_id])
  const path = `/api/staff/tills/${till_id}`
  const ask = (token: string) => here.api.send('PATCH', path, { token, body: { approved_key_id: key_id } })
  expect((await ask(here.manager.token)).status).toBe(403)
  expect((await ask(here.owner.token)).status).toBe(200)
  expect([await exceptions(), await carry(till)]).toMatchObject([[{ status_code: 'RESOLVED' }], 'accepted'])

  await execute("UPDATE exceptions SET status_code = 'OPEN' WHERE code = 'NEW_TILL'") // as a restore may leave it
  expect((await ask(here.owner.token)).status).toBe(200)
  expect(await exceptions()).toMatchObject([{ status_code: 'RESOLVED' }])
})

test("names the till that made the sale on a sale's exception", async () => {
  await here.till.carry([here.till.sell(here.saleAt(here.till, { teller_id: here.manager.id }))])
  const { body } = await here.api.send('GET', '/api/staff/exceptions', { token: here.owner.token })
  expect((body as unknown as { exceptions: Page<ShopException> }).exceptions.data).toMatchObject([
    { code: 'TELLER_MISMATCH', till_id: here.till.till.id, key_id: null },
  ])
})

test('hands approval on to a further key only by the signature of an approved one', async () => {
  const { till } = here
  const first = till.key
  await till.rekey(here.manager.token)
  expect([till.till.approved, await carry(till)]).toEqual([true, 'accepted'])
  await till.rekey(here.owner.token, { cosigned: false })
  expect([till.till.approved, await carry(till)]).toEqual([false, 'accepted NEW_TILL'])
  const unapproved = till.key
  await till.rekey(here.owner.token)
  expect(till.till.approved).toBe(false)
  const stranger = aKey()
  for (const cosign of [
    stranger.sign(cosignText(till.device_id, stranger.key_id)),
    unapproved.sign(cosignText(till.device_id, stranger.key_id)),
    first.sign(enrolText(till.device_id)),
    first.sign(cosignText(till.device_id, unapproved.key_id)),
  ]) {
    till.key = aKey()
    expect((await till.enrol(here.owner.token, { cosign })).body).toMatchObject({ till: { approved: false } })
  }
  till.key = first
  expect(await carry(Object.assign(till, { prev: '', seq: 90 }))).toBe('accepted')
})

test('believes at most a thousand unsigned numbers above what it knows, and only those named with the first key', async () => {
  const till = new SigningTill(here.api)
  await till.enrol(here.owner.token, { unsigned_until: 5000 })
  const certified = async () => (await readToken<Certificate>('certificate', till.till.certificate!))!.unsigned_until
  expect(await certified()).toBe(1000)
  const modest = new SigningTill(here.api)
  await modest.enrol(here.owner.token, { unsigned_until: 3 })
  modest.key = aKey()
  await modest.enrol(here.owner.token, { unsigned_until: 900 })
  expect((await readToken<Certificate>('certificate', modest.till.certificate!))!.unsigned_until).toBe(3)
})

test('lets a manager book by hand what nothing proves, with a reason, and not as the word of that till', async () => {
  const genuine = here.till.sell(here.saleAt(here.till))
  expect(
    inWords(
      (await here.till.carry([{ ...genuine, payload: { ...genuine.payload, account_code: 'BANK', till_code: 'T99' } }]))
        .said.verdicts,
    ),
  ).toEqual(['unproved'])
  const { body } = await here.api.send('GET', '/api/staff/exceptions?status_code=OPEN', { token: here.manager.token })
  const [{ id, detail }] = (body.exceptions as unknown as { data: { id: number; detail: string }[] }).data as [
    { id: number; detail: string },
  ]
  expect(detail).toContain('We cannot verify that this till made it.')
  const book = (note?: string) =>
    here.api.send('POST', `/api/staff/exceptions/${id}/apply`, {
      token: here.manager.token,
      body: note === undefined ? {} : { note },
    })
  expect([(await book()).status, (await book('')).status]).toEqual([422, 422])
  expect(await book('The customer paid by bank.')).toMatchObject({
    status: 200,
    body: {
      exception: {
        status_code: 'RESOLVED',
        note: expect.stringContaining('The customer paid by bank.'),
        order_id: expect.any(Number),
      },
    },
  })
  expect(
    await count('sync_verdicts', 'mutation_id = ? AND device_id IS NULL AND author_key IS NULL AND seq IS NULL', [
      genuine.id,
    ]),
  ).toBe(1)
  expect(await count('exceptions', "code = 'UNKNOWN_TILL'")).toBe(0)
  expect((await book('Again.')).status).toBe(409)
  expect(inWords((await here.till.carry([genuine])).said.verdicts)).toEqual(['conflict'])
  expect(await count('orders')).toBe(1)
})
