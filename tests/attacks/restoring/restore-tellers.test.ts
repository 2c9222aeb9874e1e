import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { makeBackup } from '#api/operations/backup.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { signToken } from '#api/trust/signed-token.ts'
import { type Api, aUser, PASSWORD } from '#tests/support/server/api.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { KeepingTill } from '#tests/support/till/keeping-till.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { count } from '#tests/support/server/shop.ts'
import { inWords } from '#tests/support/till/signed-shop.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-tellers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [url, uploadsDir, passphrase] = [process.env.DATABASE_URL!, join(folder, 'uploads'), 'nobody else knows it']
const backUp = async () => (await makeBackup({ url, uploadsDir, passphrase }, folder)).path
const putBack = (path: string) => restoreBackup({ url, uploadsDir, path, passphrases: [passphrase], force: true })

type Person = Awaited<ReturnType<typeof aUser>>
let api: Api
let jeans: number
let owner: Person
jeansOnTheShelf(100, here => {
  ;({ api, jeans } = here)
})
beforeEach(async () => {
  await execute('DELETE FROM tills')
  await execute('UPDATE shop_generation SET restored_at = NULL, tills_until = 0')
  owner = await aUser('ADMINISTRATOR')
})

const person = ({ id }: Person) =>
  selectOne<{ role_code: string; status_code: string; email: string }>(
    'SELECT role_code, status_code, email FROM users WHERE id = ?',
    [id],
  )
const invitations = () =>
  select<{ recipient: string; letter: string }>("SELECT recipient, letter FROM mails WHERE once_key LIKE 'invite-%'")
const signIn = (email: string, password = PASSWORD) => api.send('POST', '/api/login', { body: { email, password } })
const waiting = async () =>
  await select<{ id: number; detail: string }>(
    "SELECT id, detail FROM exceptions WHERE code = 'TELLER_RESTORED' AND status_code = 'OPEN' ORDER BY id",
  )
const activate = (id: number, { token } = owner) => api.send('POST', `/api/staff/exceptions/${id}/activate`, { token })

/** A teller who began after the backup, sold three times and left again; then the backup is put back. */
async function dismissedBeforeRestore() {
  const till = await new KeepingTill(api).open(owner)
  const path = await backUp()
  const kojo = await aUser('MANAGER', { name: 'Kojo Boateng', email: 'kojo@shop.test' })
  await till.open(kojo)
  const { token } = till
  await till.carry(till.ring(3, kojo.id, jeans))
  await api.send('PATCH', `/api/staff/users/${kojo.id}`, { token: owner.token, body: { status_code: 'INACTIVE' } })
  await execute("DELETE FROM mails WHERE once_key LIKE 'invite-%'")
  await putBack(path)
  return { till, kojo, token }
}

// Before: they came back ACTIVE, with a letter to choose a password, and the till could exchange their grant.
test('gives no rights back to a cashier who was dismissed between the backup and the restore, and books their sales', async () => {
  const { till, kojo, token } = await dismissedBeforeRestore()
  const replies = await till.sendAgain()
  expect(replies.flatMap(({ verdicts }) => inWords(verdicts))).toEqual(['accepted', 'accepted', 'accepted'])
  expect(await person(kojo)).toEqual({ role_code: 'MANAGER', status_code: 'INACTIVE', email: kojo.email })
  expect(await waiting()).toEqual([{ id: expect.any(Number), detail: expect.stringContaining('Kojo Boateng') }])

  expect((await api.send('POST', '/api/forgot-password', { body: { email: kojo.email } })).status).toBe(200)
  expect(await count('mails', 'recipient = ?', [kojo.email])).toBe(0)
  expect((await signIn(kojo.email)).status).not.toBe(200)
  expect((await till.renew({ 'x-grant': token })).status).toBe(401)
  const pulled = (await till.pull('', { 'x-grant': token })).body as unknown as { changes: { tellers: object[] } }
  expect(pulled.changes.tellers).toEqual([])
  expect(inWords((await till.carry(till.ring(1, kojo.id, jeans))).said.verdicts)).toEqual([
    'accepted TELLER_INACTIVE UNPROVED',
  ])
  await till.introduce()
  expect([await person(kojo), await waiting()]).toMatchObject([{ status_code: 'INACTIVE' }, [{}]])
})

test('leaves a cashier inactive when a manager only notes the exception, whatever their till shows later', async () => {
  const { till, kojo } = await dismissedBeforeRestore()
  await till.sendAgain()
  const { id } = (await waiting())[0]!
  const { status } = await api.send('PATCH', `/api/staff/exceptions/${id}`, {
    token: owner.token,
    body: { status_code: 'RESOLVED', note: 'They no longer work here.' },
  })
  expect(status).toBe(200)
  await till.introduce()
  expect([await person(kojo), await waiting(), (await activate(id)).status]).toMatchObject([
    { status_code: 'INACTIVE' },
    [],
    409,
  ])
  expect(await invitations()).toEqual([])
})

test('activates and invites a cashier with one tap, with the role of their newest grant', async () => {
  const [till, other] = [await new KeepingTill(api).open(owner), await new KeepingTill(api).open(owner)]
  const path = await backUp()
  const kojo = await aUser('ADMINISTRATOR', { name: 'Kojo Boateng', email: 'kojo@shop.test' })
  await till.open(kojo)
  expect(Buffer.from(till.token.split('.')[1]!, 'base64url').toString()).not.toContain('kojo@')
  await execute("UPDATE users SET role_code = 'MANAGER' WHERE id = ?", [kojo.id])
  await other.open(kojo)
  await putBack(path)

  await till.introduce()
  const back = { email: kojo.email, role_code: 'ADMINISTRATOR', status_code: 'INACTIVE' }
  expect(await person(kojo)).toEqual(back)
  const { id } = (await waiting())[0]!
  // Nobody activates a person of their own clearance.
  expect([(await activate(id)).status, (await person(kojo))!.status_code]).toEqual([403, 'INACTIVE'])
  await other.introduce()
  await till.introduce()
  expect(await person(kojo)).toEqual({ ...back, role_code: 'MANAGER' })
  expect([await invitations(), (await activate(id, await aUser('MANAGER'))).status]).toEqual([[], 403])

  const replies = await Promise.all([activate(id), activate(id)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await person(kojo)).toEqual({ ...back, role_code: 'MANAGER', status_code: 'ACTIVE' })
  expect(await waiting()).toEqual([])
  // The tills name the grants they hold until these are due.
  for (const each of [till, other])
    expect(inWords((await each.carry(each.ring(1, kojo.id, jeans))).said.verdicts)).toEqual(['accepted'])
  const letters = await invitations()
  expect(letters.map(({ recipient }) => recipient)).toEqual([kojo.email])
  const password = 'Sunday-market-9'
  const token = /token=([\w-]+)/.exec(letters[0]!.letter)![1]
  const reset = { email: kojo.email, password, password_confirmation: password, token }
  expect((await api.send('POST', '/api/reset-password', { body: reset })).status).toBe(200)
  const { body } = await signIn(kojo.email, password)
  expect((await till.signIn((body as unknown as { token: string }).token)).status).toBe(201)
  expect(inWords((await till.carry(till.ring(1, kojo.id, jeans))).said.verdicts)).toEqual(['accepted'])
})

test('brings a cashier back without an address when another person has it now, or the grant names none', async () => {
  const till = await new KeepingTill(api).open(owner)
  const path = await backUp()
  const [kojo, adwoa] = [await aUser('MANAGER', { email: 'kojo@shop.test' }), await aUser('MANAGER')]
  await till.open(kojo)
  const { contact, ...facts } = (jwt.decode((await till.open(adwoa)).token) as { facts: Record<string, unknown> }).facts
  till.grants[2] = await signToken('grant', { ...facts, contact: `${String(contact).slice(0, -4)}AAAA` })
  await putBack(path)
  const { id } = await aUser('CUSTOMER', { email: kojo.email })
  expect(id).toBeGreaterThan(adwoa.id)
  await till.introduce()
  expect(await select('SELECT id, email FROM users WHERE id IN (?) ORDER BY id', [[kojo.id, adwoa.id]])).toEqual(
    [kojo.id, adwoa.id].map(id => ({ id, email: `restored-${id}@restored.invalid` })),
  )
  for (const { id } of await waiting())
    expect((await activate(id)).body.message).toMatch(/^Enter the email address of .* under Users first\.$/)
  expect(await invitations()).toEqual([])

  const email = 'kojo.boateng@shop.test'
  await api.send('PATCH', `/api/staff/users/${kojo.id}`, { token: owner.token, body: { email, status_code: 'ACTIVE' } })
  expect([(await invitations()).map(({ recipient }) => recipient), (await waiting()).length]).toEqual([[email], 1])
})
