import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { backupPassphrase, knownPassphrases } from '#api/operations/backup-key.ts'
import { spendCode } from '#api/factors/recovery-codes.ts'
import { makeBackup } from '#api/operations/backup.ts'
import { findLeavers, keepLeavers, type Leavers } from '#api/operations/leavers.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { settleAccess, wordsOfAccess } from '#api/operations/settle-access.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { codesOf } from '#tests/support/people/second-factors.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { type Api, aUser, PASSWORD } from '#tests/support/server/api.ts'
import { count } from '#tests/support/server/shop.ts'
import { KeepingTill } from '#tests/support/till/keeping-till.ts'
import { inWords } from '#tests/support/till/signed-shop.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-dismissed-'))
const { uploadsDir } = env
const url = process.env.DATABASE_URL!
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let api: Api
let jeans: number
let owner: Awaited<ReturnType<typeof aUser>>
jeansOnTheShelf(100, here => {
  ;({ api, jeans } = here)
})
beforeEach(async () => {
  await execute('DELETE FROM tills')
  await execute('UPDATE shop_generation SET restored_at = NULL, tills_until = 0')
  rmSync(env.backups.dir, { recursive: true, force: true })
  owner = await aUser('SUPER_ADMINISTRATOR')
})

const backUp = () => makeBackup({ url, uploadsDir, passphrase: backupPassphrase() }, folder)
const listed = () => findLeavers([env.backups.dir], knownPassphrases())
type Backup = Awaited<ReturnType<typeof backUp>>
/** As `npm run restore` does, from what stands beside the backups. */
async function putBack({ path, manifest }: Backup, lists?: Leavers[]) {
  const known = lists ?? (await listed())
  await restoreBackup({ url, uploadsDir, path, passphrases: knownPassphrases(), force: true })
  return settleAccess(known, new Date(manifest.made_at))
}
const person = ({ id }: { id: number }) =>
  selectOne<{ role_code: string; status_code: string }>('SELECT role_code, status_code FROM users WHERE id = ?', [id])
const change = (id: number, body: object) => api.send('PATCH', `/api/staff/users/${id}`, { token: owner.token, body })
const revoke = (id: number) =>
  api.send('PATCH', `/api/staff/tills/${id}`, { token: owner.token, body: { status_code: 'REVOKED' } })
const notices = () =>
  select<{ detail: string }>("SELECT detail FROM exceptions WHERE code = 'SHOP_RESTORED' AND status_code = 'OPEN'")
const ACTIVE_MANAGER = { role_code: 'MANAGER', status_code: 'ACTIVE' }

describe('what happened after the backup', () => {
  // Before: everybody below was back, with their sessions, their links and their tills.
  test('still holds when an older backup is restored', async () => {
    const kojo = await aUser('MANAGER', { name: 'Kojo Boateng' })
    const adwoa = await aUser('MANAGER', { name: 'Adwoa Sarpong' })
    const esi = await aUser('CUSTOMER', { email: 'esi@mail.test' })
    const till = await new KeepingTill(api).open(kojo)
    await api.send('POST', '/api/forgot-password', { body: { email: kojo.email } })
    const backup = await backUp()
    const late = await new KeepingTill(api).open(owner)
    for (const { id } of [till.till, late.till]) expect((await revoke(id)).status).toBe(200)
    expect((await change(kojo.id, { status_code: 'INACTIVE' })).status).toBe(200)
    expect((await change(adwoa.id, { role_code: 'CUSTOMER' })).status).toBe(200)
    const body = { password: PASSWORD }
    expect((await api.send('POST', '/api/account/erase', { token: esi.token, body })).status).toBe(200)
    await keepLeavers()

    const settled = await putBack(backup)
    expect([await person(kojo), await person(adwoa)]).toEqual([
      { role_code: 'MANAGER', status_code: 'INACTIVE' },
      { role_code: 'CUSTOMER', status_code: 'ACTIVE' },
    ])
    expect(await count('users', "email = 'esi@mail.test'")).toBe(0)
    expect(wordsOfAccess(settled).slice(2)).toEqual([
      'Not let in again: Kojo Boateng, Adwoa Sarpong (CUSTOMER now).',
      `Tills still revoked: ${till.till.code} Counter, ${late.till.code} Counter.`,
      'Customers erased again: 1.',
    ])
    expect((await notices()).map(({ detail }) => detail)).toEqual([expect.stringMatching(/still hold.*Go through/)])

    const signIn = { email: kojo.email, password: PASSWORD }
    expect((await api.send('POST', '/api/login', { body: signIn })).status).not.toBe(200)
    expect(await count('password_resets', 'used_at IS NULL')).toBe(0)
    // The certificate of a till that the backup lacks does not bring it back.
    await late.introduce()
    for (const each of [till, late]) expect((await each.pull('')).status).toBe(403)
    expect(inWords((await till.carry(till.ring(1, kojo.id, jeans))).said.verdicts)).toEqual([
      'accepted TELLER_INACTIVE UNKNOWN_TILL NEW_TILL UNPROVED',
    ])
  })

  // Before: a code that somebody had looked at over a shoulder, and that was used, signed in again.
  test('leaves no recovery code that was used or replaced', async () => {
    const [kojo, adwoa] = [await aUser('MANAGER'), await aUser('MANAGER')]
    const [[used, unused], [replaced]] = [await codesOf(kojo.id), await codesOf(adwoa.id)]
    const spend = (id: number, code: string | undefined) => inTransaction(() => spendCode(id, code!))
    const backup = await backUp()
    expect(await spend(kojo.id, used)).toBe(true)
    await codesOf(adwoa.id)
    await keepLeavers()
    await putBack(backup)
    expect([await spend(kojo.id, used), await spend(adwoa.id, replaced), await spend(kojo.id, unused)]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('is on the list at once when somebody is dismissed', async () => {
    const kojo = await aUser('MANAGER')
    const isListed = async () => (await listed()).some(({ inactive }) => inactive.includes(kojo.id))
    await keepLeavers()
    expect(await isListed()).toBe(false)
    await change(kojo.id, { status_code: 'INACTIVE' })
    await vi.waitFor(async () => expect(await isListed()).toBe(true))
    expect(readFileSync(join(env.backups.dir, readdirSync(env.backups.dir)[0]!), 'latin1')).not.toContain('inactive')
  })

  test('signs everybody out, and says on the desk what is not known when there is no list', async () => {
    const kojo = await aUser('MANAGER')
    const backup = await backUp()
    await change(kojo.id, { status_code: 'INACTIVE' })
    const settled = await putBack(backup, [])
    expect(settled.known_at).toBeNull()
    expect(wordsOfAccess(settled)[1]).toMatch(/may work again: look at Users and Tills\.$/)
    expect((await notices()).map(({ detail }) => detail)).toEqual([expect.stringMatching(/dismissed.*Go through/)])
    expect(await person(kojo)).toEqual(ACTIVE_MANAGER)
    for (const { token } of [kojo, owner]) expect((await api.send('GET', '/api/account', { token })).status).toBe(401)
  })
})

describe('a list', () => {
  const pathOf = () => join(env.backups.dir, readdirSync(env.backups.dir)[0]!)
  async function dismissed() {
    const kojo = await aUser('MANAGER')
    const backup = await backUp()
    await change(kojo.id, { status_code: 'INACTIVE' })
    await keepLeavers()
    return { kojo, backup }
  }

  test('says nothing when a byte differs, another passphrase made it, or another shop', async () => {
    const { kojo, backup } = await dismissed()
    const bytes = readFileSync(pathOf())
    const [list] = await listed()
    for (const at of [bytes.length - 1, bytes.length >> 1, 20]) {
      const wrong = Buffer.from(bytes)
      wrong[at]! ^= 1
      writeFileSync(pathOf(), wrong)
      expect(await listed()).toEqual([])
    }
    writeFileSync(pathOf(), bytes)
    expect(await findLeavers([env.backups.dir], ['a passphrase that somebody chose'])).toEqual([])
    await putBack(backup, [{ ...list!, shop: 'f'.repeat(32) }])
    expect(await person(kojo)).toEqual(ACTIVE_MANAGER)
  })

  test('says nothing when it is older than the backup', async () => {
    const { kojo } = await dismissed()
    const old = await listed()
    await change(kojo.id, { status_code: 'ACTIVE' })
    const settled = await putBack(await backUp(), old)
    expect([settled.known_at, await person(kojo)]).toEqual([null, ACTIVE_MANAGER])
  })

  test('gives nobody rights, and takes none from people whom it does not know', async () => {
    const [kojo, adwoa] = [await aUser('MANAGER'), await aUser('MANAGER')]
    await change(kojo.id, { status_code: 'INACTIVE' })
    const backup = await backUp()
    await change(kojo.id, { status_code: 'ACTIVE' })
    await keepLeavers()
    const [list] = await listed()
    const roles = { [kojo.id]: 'SUPER_ADMINISTRATOR', [adwoa.id]: 'SUPER_ADMINISTRATOR' } as const
    const settled = await putBack(backup, [{ ...list!, roles }])
    expect([settled.people, await person(kojo), await person(adwoa), await person(owner)]).toEqual([
      [],
      { role_code: 'MANAGER', status_code: 'INACTIVE' },
      ACTIVE_MANAGER,
      { role_code: 'SUPER_ADMINISTRATOR', status_code: 'ACTIVE' },
    ])
  })
})
