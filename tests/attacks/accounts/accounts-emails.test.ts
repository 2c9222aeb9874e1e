import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { canonicalEmail } from '#api/auth/canonical-email.ts'
import { settleEmails } from '#api/auth/settle-emails.ts'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { rows, withConnection } from '#api/db/connection.ts'
import type { Envelope } from '#api/mail/post-mail.ts'
import { sendMails } from '#api/mail/send-mails.ts'
import type { Health } from '#sync/protocol/staff/health.ts'
import { type Api, aUser, PASSWORD, type Reply, startApi } from '#tests/support/server/api.ts'
import { dropDatabase, freshDatabase } from '#tests/support/database/database.ts'
import { aReset } from '#tests/support/people/people.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  await execute('DELETE FROM password_resets')
})
afterAll(() => api.stop())

const OWNER = 'owner@shop.test'
const NEW = 'batik-and-indigo'
const post = (path: string, body: object) => api.send('POST', `/api/${path}`, { body })
const login = (email: string, password = PASSWORD) => post('login', { email, password })
const register = (email: string, overrides: object = {}) =>
  post('register', { name: 'Esi', email, phone: '0244123456', password: NEW, password_confirmation: NEW, ...overrides })
const reset = (token: string, email: string) =>
  post('reset-password', { token, email, password: NEW, password_confirmation: NEW })
const statusOf = ({ status }: Reply) => status

async function sent(): Promise<Pick<Envelope, 'to' | 'letter'>[]> {
  const letters: Envelope[] = []
  await sendMails(async envelope => void letters.push(envelope))
  return letters
}

/**
 * To the old column, utf8mb4_unicode_ci, all but the Cyrillic letter and the soft hyphen were owner@shop.test, though
 * they are somebody else's or nobody's.
 */
const OTHERS: [what: string, email: string][] = [
  ['an accent in the domain', 'owner@shóp.test'],
  ['a Cyrillic o in the domain', 'owner@shоp.test'],
  ['an accent before the @', 'ówner@shop.test'],
  ['a full-width letter before the @', 'ｏwner@shop.test'],
  ['a zero-width space before the @', 'own\u200ber@shop.test'],
  ['a soft hyphen before the @', 'own\u00ader@shop.test'],
  ['a combining accent before the @', 'o\u0301wner@shop.test'],
]

describe("an address that only looks like the owner's", () => {
  // Before: 200, and a link for the owner's account was sent to this address.
  test.each(OTHERS)('gets no link when it has %s', async (_, email) => {
    await aUser('SUPER_ADMINISTRATOR', { email: OWNER })
    expect([200, 422]).toContain((await post('forgot-password', { email })).status)
    expect((await sent()).map(({ to }) => to)).toEqual([])
    expect(await count('password_resets', 'user_id IS NOT NULL')).toBe(0)
  })

  // Before: 200 with a token for the owner.
  test.each(OTHERS)('signs nobody in when it has %s', async (_, email) => {
    await aUser('SUPER_ADMINISTRATOR', { email: OWNER })
    expect([401, 422]).toContain((await login(email)).status)
  })

  // Before: 200, and the owner had the new password.
  test.each(OTHERS)("does not redeem the owner's link when it has %s", async (_, email) => {
    const { token } = await aReset({ email: OWNER })
    expect((await reset(token, email)).status).toBe(422)
    expect((await login(OWNER)).status).toBe(200)
  })
})

describe('the canonical form', () => {
  test.each([
    [' Owner@SHOP.Test ', OWNER],
    ['owner@ｓｈｏｐ．test', OWNER],
    ['owner@shop。test', OWNER],
    ['owner@sho\u200bp.test', OWNER],
    ['ama@Bücher.example', 'ama@xn--bcher-kva.example'],
    ['ama@xn--bcher-kva.example', 'ama@xn--bcher-kva.example'],
    ['ama@straße.example', 'ama@xn--strae-oqa.example'],
    ["o'neil+jeans@shop.test", "o'neil+jeans@shop.test"],
  ])('of %j is %s, and its own form', (typed, email) => {
    expect(canonicalEmail(typed)).toEqual({ email })
    expect(canonicalEmail(email)).toEqual({ email })
  })

  test.each([
    ['\u212Aofi@shop.test', 'local'],
    ['ama mensah@shop.test', 'local'],
    ['ama@shop', 'invalid'],
    ['ama@shop.test.', 'invalid'],
    ['ama@shop..test', 'invalid'],
    ['ama@1.2', 'invalid'],
    ['ama@0x7f.1', 'invalid'],
    ['ama@127.0.0.1', 'invalid'],
    ['ama@[127.0.0.1]', 'invalid'],
    ['ama@sh%6Fp.test', 'invalid'],
    ['ama@shop.test/x', 'invalid'],
    ['ama@shop.test:80', 'invalid'],
    ['ama@kofi@shop.test', 'invalid'],
    ['@shop.test', 'invalid'],
    ['ama@', 'invalid'],
    ['ama@xn--.test', 'invalid'],
    [`${'a'.repeat(65)}@shop.test`, 'invalid'],
    ['ama@shop.test\r\nBcc: kofi@shop.test', 'local'],
  ])('does not exist for %j', (typed, fault) => expect(canonicalEmail(typed)).toEqual({ fault }))

  // Before: bücher.example and xn--bcher-kva.example were two domains.
  test('finds its person by login, by a reset link and by registering again', async () => {
    await aUser('CUSTOMER', { email: 'ama@xn--bcher-kva.example' })
    for (const typed of ['ama@bücher.example', 'AMA@BÜCHER。EXAMPLE', 'ama@xn--bcher-kva.example']) {
      expect([typed, (await login(typed)).status]).toEqual([typed, 200])
      expect([typed, (await register(typed)).body.errors]).toEqual([
        typed,
        { email: [expect.stringContaining('already')] },
      ])
    }
    await post('forgot-password', { email: 'Ama@Bücher.Example' })
    expect((await sent()).map(({ to }) => to)).toEqual(['ama@xn--bcher-kva.example'])
  })

  test('is refused in plain words when it is invalid', async () => {
    const said = async (email: string) => (await login(email)).body.errors
    expect(await said('ówner@shop.test')).toEqual({
      email: ['Use only plain letters, digits and signs before the @, without accents.'],
    })
    expect(await said('owner')).toEqual({ email: ['Enter a valid email address, such as ama@example.com.'] })
    expect(await said(`${'a'.repeat(10_000)}@shop.test`)).toEqual({
      email: ['Enter an email address of at most 190 characters.'],
    })
  })

  test('makes one account when ten spellings of it register at once', async () => {
    const spellings = [
      'esi@shop.test',
      'ESI@shop.test',
      ' esi@shop.test',
      'esi@SHOP.test',
      'esi@ｓhop.test',
      'esi@shop。test',
      'esi@sho\u200bp.test',
      'Esi@Shop.Test',
      'esi@shop.test ',
      'esi@s\u00adhop.test',
    ]
    const replies = await Promise.all(spellings.slice(0, 5).map(email => register(email)))
    replies.push(...(await Promise.all(spellings.slice(5).map(email => register(email)))))
    expect(replies.map(statusOf).filter(status => status === 201)).toHaveLength(1)
    expect(await select("SELECT email FROM users WHERE email LIKE 'esi%'")).toEqual([{ email: 'esi@shop.test' }])
  })
})

describe('addresses that were stored before', () => {
  // Before: the column itself took é for e.
  test('stay as they are and are named when two of them have one canonical form', async () => {
    const store = (email: string) =>
      insertRow('users', { name: 'Ama', email, password_hash: '', role_code: 'CUSTOMER' })
    const [old, taken, odd, free] = [
      await store('ama@bücher.example'),
      await store('ama@xn--bcher-kva.example'),
      await store('ämá@shop.test'),
      await store('kofi@bücher.example'),
    ]
    const named = await settleEmails()
    expect(named).toEqual([
      expect.stringContaining(`User ${old} (ama@bücher.example) and user ${taken}`),
      expect.stringContaining(`User ${odd} cannot sign in`),
    ])
    expect(await selectOne('SELECT email FROM users WHERE id = ?', [free])).toEqual({
      email: 'kofi@xn--bcher-kva.example',
    })
    expect(await selectOne('SELECT email FROM users WHERE id = ?', [old])).toEqual({ email: 'ama@bücher.example' })
    expect(await settleEmails()).toEqual(named)
    const { token } = await aUser('ADMINISTRATOR')
    const { health } = (await api.send('GET', '/api/staff/health', { token })).body as unknown as { health: Health }
    expect(health.checks.find(({ name }) => name === 'Accounts')).toEqual({
      name: 'Accounts',
      state: 'warn',
      words: named.join(' '),
    })
    await execute('DELETE FROM users WHERE id IN (?)', [[old, odd]])
    expect(await settleEmails()).toEqual([])
  })

  test('survive the migration with their rows', async () => {
    const url = await freshDatabase(inject('databaseServer'))
    const sql = readFileSync(new URL('../../../sql/migrations/0070_emails_by_bytes.sql', import.meta.url), 'utf8')
    await withConnection(url, async connection => {
      await connection.query(
        'ALTER TABLE users MODIFY email VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci NOT NULL',
      )
      await connection.query("INSERT IGNORE INTO roles (id, code, name) VALUES (1, 'CUSTOMER', 'Customer')")
      await connection.query(
        "INSERT INTO users (name, email, password_hash, role_code) VALUES ('Ama', 'ama@bücher.example', '', 'CUSTOMER'), ('Owner', 'owner@shop.test', '', 'CUSTOMER')",
      )
      for (const statement of sql
        .replace(/^--.*$/gm, '')
        .split(';')
        .filter(text => text.trim()))
        await connection.query(statement)
      expect(
        await rows(
          connection,
          "SELECT email FROM users WHERE email IN ('ama@bücher.example', 'owner@shop.test') ORDER BY email",
        ),
      ).toEqual([{ email: 'ama@bücher.example' }, { email: 'owner@shop.test' }])
      expect(
        await rows(
          connection,
          "SELECT email FROM users WHERE email IN ('owner@shóp.test', 'Owner@shop.test', 'ama@bucher.example')",
        ),
      ).toEqual([])
    })
    await dropDatabase(url)
  })
})

describe('a change of password', () => {
  const open = () => count('password_resets', 'used_at IS NULL')

  // Before: an open link outlived the change, and whoever held it set the password back.
  test('ends every open link and invitation when the person changes it', async () => {
    const { token } = await aUser('CUSTOMER', { email: 'ama@mail.test' })
    const link = await aReset({ email: 'ama@mail.test' })
    await execute(
      'INSERT INTO password_resets (user_id, token_hash, invites, expires_at) SELECT user_id, REVERSE(token_hash), 1, expires_at FROM password_resets',
    )
    expect(
      (
        await api.send('PATCH', '/api/account', {
          token,
          body: { password: NEW, password_confirmation: NEW, current_password: PASSWORD },
        })
      ).status,
    ).toBe(200)
    expect(await open()).toBe(0)
    expect((await reset(link.token, link.email)).status).toBe(422)
  })

  test('ends them when staff set it, and tells the address that was theirs before', async () => {
    const { token } = await aUser('ADMINISTRATOR')
    const { id } = await aUser('CUSTOMER', { email: 'ama@mail.test' })
    await aReset({ email: 'ama@mail.test' })
    const body = { password: NEW, email: 'thief@mail.test' }
    expect((await api.send('PATCH', `/api/staff/users/${id}`, { token, body })).status).toBe(200)
    expect(await open()).toBe(0)
    expect((await sent()).map(({ to, letter }) => [to, letter.title])).toEqual([
      ['ama@mail.test', 'Your password was changed'],
      ['ama@mail.test', 'Your email address was changed'],
    ])
  })
})

describe('npm run user', () => {
  const user = (email: string) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', 'api/main.ts', 'user', email, '--role', 'ADMINISTRATOR'])

  // Before: `owner@shop.test is ADMINISTRATOR now`, and whoever had asked for the look-alike to be made one had made
  // this person one.
  test("makes somebody new when the address only looks like a customer's, and changes the customer when it is theirs", async () => {
    await aUser('CUSTOMER', { email: OWNER })
    expect((await user('owner@shóp.test')).stdout).toContain('owner@xn--shp-hna.test is ADMINISTRATOR.')
    await expect(user('ówner@shop.test')).rejects.toMatchObject({
      stderr: expect.stringContaining('Use only plain letters'),
    })
    expect(await selectOne('SELECT role_code FROM users WHERE email = ?', [OWNER])).toEqual({ role_code: 'CUSTOMER' })
    expect((await user('Owner@SHOP.test')).stdout).toContain('owner@shop.test is ADMINISTRATOR now')
  })
})

// Before: letters of whatever case found whatever case, and é found e.
test('staff find a person when they type the email in capitals', async () => {
  const { token } = await aUser('ADMINISTRATOR')
  await aUser('CUSTOMER', { email: 'abena@mail.test' })
  const found = async (path: string) => (await api.send('GET', path, { token })).text.includes('abena@mail.test')
  expect([
    await found('/api/staff/users?search=ABENA@'),
    await found('/api/staff/search?text=ABENA@mail'),
    await found('/api/staff/users?search=nobody@'),
  ]).toEqual([true, true, false])
})

// Before: the confirmation was looked at only when all else was right.
test('registering says all that is wrong at once when several fields are', async () => {
  const { errors } = (
    await register('esi@', { name: ' ', phone: '12', password: 'short', password_confirmation: 'other' })
  ).body
  expect(Object.keys(errors!).sort()).toEqual(['email', 'name', 'password', 'password_confirmation', 'phone'])
})
