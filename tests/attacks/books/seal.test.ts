import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { recordChange } from '#api/audit/record-change.ts'
import { checkSeal } from '#api/seal/check-seal.ts'
import { db, execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { env, pathOfSecret } from '#api/env.ts'
import { makeBackup } from '#api/operations/backup.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { HEAD, sealForBackup, toldHead } from '#api/seal/head.ts'
import { sealBooks } from '#api/seal/seal-books.ts'
import { sealKey, sealText } from '#api/seal/seal-key.ts'
import { ORDER_OWNERS, SEALED_TABLES } from '#api/seal/sealed-tables.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import { type Api, aUser, PASSWORD } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { aGiftCard } from '#tests/support/shop/gift-cards.ts'
import { forgeChain, type Forgery } from '#tests/support/hostile/seal-forger.ts'
import { aCashMoveRow, aDrawerOpeningRow, aShiftRow } from '#tests/support/till/shift-rows.ts'
import { runShop } from '#tests/support/server/server.ts'
import { aVariation, count } from '#tests/support/server/shop.ts'
import { aPaidOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let token: string
let jeans: number
const folder = mkdtempSync(join(quickFolder(), 'selvedge-seal-'))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.close() // a test loads the shop's files again, and what follows uses that pool
})
aShopEach('ADMINISTRATOR', async here => {
  ;({ api, token } = here)
  jeans = await aVariation(1_000)
})

const IN_PARTS = [
  { account_code: 'CASH', amount: 4 },
  { account_code: 'BANK', amount: 6 },
]
const sellThree = () =>
  api.send('POST', '/api/sync/push', {
    token,
    body: aPush(
      ...Array.from({ length: 3 }, (_, i) =>
        aSale({
          lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }],
          customer_name: 'Efua Sarpong',
          ...(i === 2 && { tenders: IN_PARTS }),
        }),
      ),
    ),
  })
const forgetSeal = async () => {
  await execute('DELETE FROM seals')
  await execute('DELETE FROM seal_notes')
  rmSync(pathOfSecret(HEAD), { force: true })
}
/** Everything at once: these tests wait for nobody. */
const seal = () => sealBooks(0)
const fault = async () => (await checkSeal()).fault
const idOf = async (table: string, place = 0) =>
  (await select<{ id: number }>(`SELECT id FROM ${table} ORDER BY id LIMIT 1 OFFSET ?`, [place]))[0]!.id

beforeEach(async () => {
  await forgetSeal()
  await sellThree()
  await aPaidOrderOf({ [jeans]: 2 }, { user_id: (await aUser('CUSTOMER')).id, session_id: null })
  await recordChange({ subject: 'product', subject_id: 1, action: 'change', was: { price: 1 }, became: { price: 2 } })
  await aGiftCard()
  await aShiftRow()
  await aDrawerOpeningRow()
  await aCashMoveRow()
  await seal()
})

afterAll(async () => {
  await forgetSeal()
  await execute('DELETE FROM staff_changes').catch(() => {})
})

test('is whole, with a link for each table, when nobody touched a row', async () => {
  expect(await checkSeal()).toMatchObject({ fault: null, links: SEALED_TABLES.length })
})

test('lists every column of every sealed table as sealed, personal or left out', async () => {
  for (const { code, table, columns, personal, unsealed } of SEALED_TABLES.filter(
    ({ code }) => code !== ORDER_OWNERS,
  )) {
    const there = await select<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? AND COALESCE(generation_expression, '') = ''",
      [table],
    )
    expect([code, ...there.map(({ name }) => name).sort()]).toEqual([
      code,
      ...[...columns, ...personal, ...unsealed].sort(),
    ])
  }
})

test.each([
  ['Entry', 'transactions', 'amount = amount + 1'],
  ['Entry', 'transactions', "account_code = 'BANK'"],
  ['Movement of stock', 'stock_movements', 'quantity = quantity - 1'],
  ['Order', 'orders', 'total = total - 1'],
  ['Order', 'orders', "customer_name = 'Kojo Mensah'"],
  ['Order', 'orders', 'customer_name = NULL'],
  ['Order line', 'order_items', 'price = price - 1'],
  ['Shift', 'shifts', 'float_amount = 5'],
  ['End of a shift', 'shift_closings', `counted_pieces = '{"note_1":1}'`],
  ['Report of a shift', 'shift_reports', 'expected = counted'],
  ['Cash paid in or out', 'cash_moves', 'teller_id = 8'],
  ['Opening of a drawer', 'drawer_openings', "reason = 'CHECK'"],
  ['Part of a payment', 'order_tenders', 'amount = amount + 1'],
  ['Entry in the log of changes', 'staff_changes', 'created_at = created_at - INTERVAL 1 DAY'],
  ['Entry in the log of changes', 'staff_changes', 'was = NULL, became = NULL'],
])('names the %s when somebody changes a row of %s by %s', async (named, table, change) => {
  const id = await idOf(table)
  await execute(`UPDATE ${table} SET ${change} WHERE id = ?`, [id])
  expect(await fault()).toBe(`${named} ${id} was changed by hand.`)
})

test('names the first row when several were taken away', async () => {
  const ids = [await idOf('transactions', 1), await idOf('transactions', 2)]
  await execute('DELETE FROM transactions WHERE id IN (?)', [ids])
  expect(await fault()).toBe(`Entry ${ids[0]} was taken away by hand.`)
})

test('names a line when it is taken out of an order, and one that is put in', async () => {
  const [line, order] = [await idOf('order_items', 1), await idOf('orders')]
  const row = (await selectOne<object>('SELECT * FROM order_items WHERE id = ?', [line]))!
  await execute('DELETE FROM order_items WHERE id = ?', [line])
  expect(await fault()).toBe(`Order line ${line} was taken away by hand.`)
  await insertRow('order_items', row as Record<string, unknown>)
  expect(await fault()).toBeNull()
  const added = await insertRow('order_items', { order_id: order, product_variation_id: jeans, quantity: 1, price: 1 })
  expect(await fault()).toBe(`Order line ${added} was put in by hand.`)
})

test('names a row when it is put in between sealed ones', async () => {
  await execute('UPDATE transactions SET id = id + 1000 ORDER BY id DESC LIMIT 1')
  await execute('DELETE FROM seals')
  rmSync(pathOfSecret(HEAD))
  await seal()
  expect(await fault()).toBeNull()
  const { last } = (await selectOne<{ last: number }>(
    'SELECT MAX(id) AS last FROM transactions WHERE id < (SELECT MAX(id) FROM transactions)',
  ))!
  const id = last + 1
  await insertRow('transactions', { id, account_code: 'CASH', type_code: 'MANUAL', amount: 5, description: '' })
  await seal()
  expect(await fault()).toBe(`Entry ${id} was put in by hand.`)
})

test('names the first of two rows when they are swapped', async () => {
  const [one, two] = [await idOf('transactions'), await idOf('transactions', 3)]
  for (const [from, to] of [
    [one, 90_000],
    [two, one],
    [90_000, two],
  ])
    await execute('UPDATE transactions SET id = ? WHERE id = ?', [to, from])
  expect(await fault()).toBe(`Entry ${one} was changed by hand.`)
})

test.each<[Forgery, string]>([
  ['old signatures', 'has a false signature'],
  ['own key', 'is signed with another key'],
  ["own key under the name of the shop's", 'has a false signature'],
])('notices when the whole chain is made anew with %s', async (way, words) => {
  await execute('UPDATE transactions SET amount = amount - 1 WHERE id = ?', [await idOf('transactions')])
  await forgeChain(way)
  expect(await fault()).toContain(`Link 1 of the seal ${words}`)
  await expect(seal()).rejects.toThrow('was made anew by hand')
  rmSync(pathOfSecret(HEAD))
  await expect(seal()).rejects.toThrow(words)
})

test('notices when links are changed or taken away, and does not cover it up by sealing on', async () => {
  const last = (await selectOne<{ id: number }>('SELECT MAX(id) AS id FROM seals'))!.id
  await execute('UPDATE seals SET up_to = up_to + 1 WHERE id = 2')
  expect(await fault()).toBe('Link 2 of the seal was changed by hand.')
  await execute('UPDATE seals SET up_to = up_to - 1 WHERE id = 2')
  expect(await fault()).toBeNull()
  await execute('DELETE FROM seals WHERE id = ?', [last])
  await execute("DELETE FROM staff_changes WHERE subject = 'product'")
  const ended = `The seal ended with link ${last}, which was taken away from the database.`
  expect(await fault()).toBe(ended)
  await sellThree()
  await expect(seal()).rejects.toThrow(ended)
  await execute('DELETE FROM seals WHERE id = 2')
  expect(await fault()).toBe('Link 2 of the seal was taken away by hand.')
  await execute('DELETE FROM seals')
  expect(await fault()).toBe(ended)
})

test('stays whole when a person is erased', async () => {
  const esi = await aUser('CUSTOMER', { email: 'esi.quaye@shop.test', name: 'Esinam Quaye' })
  const { id } = await aPaidOrderOf({ [jeans]: 1 }, { user_id: esi.id, session_id: null })
  await execute("UPDATE orders SET status_code = 'COMPLETED', completed_at = NOW(3) WHERE id = ?", [id])
  await recordChange({
    subject: 'order',
    subject_id: id,
    action: 'note',
    was: { staff_note: null },
    became: { staff_note: 'Esinam calls' },
  })
  await recordChange({
    subject: 'user',
    subject_id: esi.id,
    action: 'change',
    was: { name: 'Esi' },
    became: { name: 'Esinam' },
  })
  await seal()
  expect(
    (await api.send('POST', '/api/account/erase', { token: esi.token, body: { password: PASSWORD } })).status,
  ).toBeLessThan(300)
  expect(await selectOne('SELECT customer_name FROM orders WHERE id = ?', [id])).toEqual({ customer_name: null })
  expect(await fault()).toBeNull()
  await execute("UPDATE orders SET customer_name = 'Somebody else' WHERE id = ?", [id])
  expect(await fault()).toBe(`Order ${id} was changed by hand.`)
})

test('goes on after a backup is restored', async () => {
  const [url, passphrase] = [process.env.DATABASE_URL!, 'nobody else knows it']
  const { path, manifest } = await makeBackup({ url, uploadsDir: join(folder, 'uploads'), passphrase }, folder)
  expect(manifest.seal).toEqual({ ...toldHead(), public_key: sealKey().publicKey })
  await sellThree()
  await seal()
  await restoreBackup({ url, uploadsDir: join(folder, 'uploads'), path, passphrases: [passphrase], force: true })
  expect(await fault()).toMatch('which was taken away from the database')
  const { exit, words } = runShop(['restore', path, '--force'], {
    DATA_DIR: env.dataDir,
    DATABASE_URL: url,
    BACKUP_PASSPHRASE: passphrase,
  })
  const kept = /The shop is as it was[^]*Dismissals up to .+ still hold\. Look at Users and Tills/
  expect([await exit, words()]).toEqual([0, expect.stringMatching(kept)])
  expect(await fault()).toBeNull()
  await sellThree()
  await seal()
  expect(await fault()).toBeNull()
  await execute('UPDATE orders SET total = total - 1 WHERE id = ?', [await idOf('orders')])
  expect(await fault()).toMatch(/^Order \d+ was changed by hand\.$/)
})

test('believes the key of a restored backup when DATA_DIR has another one', async () => {
  const manifest = await sealForBackup(process.env.DATABASE_URL!)
  const kept = readFileSync(pathOfSecret('seal-key'))
  rmSync(pathOfSecret('seal-key'))
  vi.resetModules()
  const there = {
    ...(await import('#api/seal/check-seal.ts')),
    ...(await import('#api/seal/head.ts')),
    ...(await import('#api/seal/seal-books.ts')),
    ...(await import('#api/db/database.ts')),
  }
  try {
    expect((await there.checkSeal()).fault).toContain('Link 1 of the seal is signed with another key')
    await expect(there.sealBooks(0)).rejects.toThrow('is signed with another key')
    await there.settleRestored(manifest)
    await sellThree()
    await there.sealBooks(0)
    expect(await there.checkSeal()).toMatchObject({ fault: null, links: SEALED_TABLES.length + 6 })
    await execute('UPDATE orders SET total = total - 1 WHERE id = ?', [await idOf('orders')])
    expect((await there.checkSeal()).fault).toMatch(/^Order \d+ was changed by hand\.$/)
  } finally {
    writeFileSync(pathOfSecret('seal-key'), kept)
    rmSync(pathOfSecret('seal-keys-known'))
  }
})

test.each([
  ['waits for', 120, /^null$/],
  ['would see a row put in by', 0, /^Entry \d+ was put in by hand\.$/],
])('%s a transaction that is slower than one begun after it when it lags by %s s', async (_, lag, words) => {
  const entry = { account_code: 'CASH', type_code: 'MANUAL', amount: 5, description: '' }
  const slow = await db.transaction()
  const [low] = await db.query(
    "INSERT INTO transactions (account_code, type_code, amount, description) VALUES ('CASH', 'MANUAL', 5, '')",
    { transaction: slow },
  )
  const high = await insertRow('transactions', entry)
  expect(high).toBeGreaterThan(low as unknown as number)
  await sealBooks(lag)
  await slow.commit()
  await seal()
  expect(String(await fault())).toMatch(words)
  await execute("DELETE FROM transactions WHERE type_code = 'MANUAL'")
})

test('stays whole when tills push while it seals', async () => {
  const closing = new AbortController()
  const sealing = (async () => {
    while (!closing.signal.aborted) await sealBooks()
  })()
  for (let n = 0; n < 6; n++) await Promise.all([sellThree(), sellThree(), sellThree()])
  closing.abort()
  await sealing
  await seal()
  expect(await fault()).toBeNull()
  expect((await checkSeal()).rows).toBeGreaterThan(54 * 4)
})

test('makes one chain when two processes seal at once', async () => {
  await sellThree()
  await Promise.all(Array.from({ length: 4 }, seal))
  await seal()
  expect(await fault()).toBeNull()
  const places = await select<{ table_code: string; up_to: number }>('SELECT table_code, up_to FROM seals ORDER BY id')
  expect(new Set(places.map(place => JSON.stringify(place))).size).toBe(places.length)
})

test('tells tills the signed head with the reply to a push, and the health page its public key', async () => {
  const { body } = await sellThree()
  const { seal: told } = body as unknown as PushReply
  expect(told).toEqual(toldHead())
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: sealKey().publicKey }, format: 'jwk' })
  expect(verify(null, sealText(told!.seq, told!.hash), key, Buffer.from(told!.signature, 'base64url'))).toBe(true)
  expect(verify(null, sealText(told!.seq + 1, told!.hash), key, Buffer.from(told!.signature, 'base64url'))).toBe(false)
  const {
    body: { health },
  } = await api.send('GET', '/api/staff/health', { token })
  expect((health as unknown as { checks: object[] }).checks).toContainEqual({
    name: 'Seal of the books',
    state: 'ok',
    words: expect.stringContaining(sealKey().publicKey),
  })
  expect(await count('seals', 'INSTR(digests, ?) > 0', [sealKey().secret])).toBe(0)
})

test('npm run audit names what is wrong with the books and the seal, and ends with 1', async () => {
  const run = async () => {
    const { exit, words } = runShop(['audit'], { DATA_DIR: env.dataDir, DATABASE_URL: process.env.DATABASE_URL! })
    return { code: await exit, words: words() }
  }
  const clean = await run()
  expect(clean).toEqual({
    code: 0,
    words: expect.stringMatching(
      /The books add up\.\nThe seal is whole: \d+ rows up to .*\nThe public key of the seal: [\w-]{43}/,
    ),
  })
  const id = await idOf('transactions')
  await execute('UPDATE transactions SET amount = amount + 1 WHERE id = ?', [id])
  const { code, words } = await run()
  expect(code).toBe(1)
  expect(words).toContain('The books show a balance that is not the sum of its entries: {"code":"CASH"}')
  expect(words).toContain(`Entry ${id} was changed by hand.`)
})

test('finds what was changed among many rows', async () => {
  await inTransaction(() =>
    execute(
      "INSERT INTO transactions (account_code, type_code, amount, description) SELECT 'CASH', 'MANUAL', seq, 'One of many' FROM seq_1_to_20000",
    ),
  )
  await seal()
  expect(await fault()).toBeNull()
  const id = await idOf('transactions', 12_345)
  await execute('UPDATE transactions SET amount = amount + 0.01 WHERE id = ?', [id])
  expect(await fault()).toBe(`Entry ${id} was changed by hand.`)
  await execute("DELETE FROM transactions WHERE description = 'One of many'")
})
