import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, test } from 'vitest'
import { bookDifference, countCash } from '#api/ledger/cash-counts.ts'
import { closeMonth } from '#api/ledger/close-month.ts'
import { addEntries, raiseBalances, readBooks, type Entry } from '#api/ledger/ledger.ts'
import { rows, withConnection } from '#api/db/connection.ts'
import { migrate } from '#api/db/migrate.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { monthsOn } from '#sync/protocol/staff/ledger.ts'
import { copiedDatabase, dropDatabase } from '#tests/support/database/database.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { count, onHand } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { countByScanner } from '#tests/support/goods/stockroom.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const FLOOR_OF_INT = -2_147_483_648
const MOST_BEFORE = 999_999_999_999.99

const sell = async () => inWords((await here.till.carry([here.till.sell(here.saleAt(here.till))])).said.verdicts)
const balance = async () =>
  (await selectOne<{ balance: number }>("SELECT balance FROM accounts WHERE code = 'CASH'"))!.balance
const enter = (entry: Partial<Entry>) =>
  inTransaction(async () => {
    const entries: Entry[] = [
      {
        account_code: 'CASH',
        type_code: 'MANUAL',
        order_id: null,
        user_id: 7,
        amount: MOST_BEFORE,
        description: 'By hand',
        ...entry,
      },
    ]
    await addEntries(entries)
    await raiseBalances(entries)
  })
async function moveShelfTo(pieces: number): Promise<void> {
  await insertRow('stock_movements', {
    product_variation_id: here.jeans,
    reason: 'ADJUSTMENT',
    quantity: pieces - (await onHand(here.jeans)),
  })
  await execute('UPDATE product_variations SET on_hand = ? WHERE id = ?', [pieces, here.jeans])
  await insertRow('exceptions', { code: 'OVERSOLD', product_variation_id: here.jeans, detail: 'Emptied.' })
}

test('sells from a shelf below the floor of an INT, and counts it back to what is there', async () => {
  await moveShelfTo(FLOOR_OF_INT)
  expect(await sell()).toEqual(['accepted OVERSOLD'])
  expect(await onHand(here.jeans)).toBe(FLOOR_OF_INT - 1)
  const { product_id } = (await selectOne<{ product_id: number }>(
    'SELECT product_id FROM product_variations WHERE id = ?',
    [here.jeans],
  ))!
  await countByScanner(product_id, { id: here.jeans, pieces: 4 }, async () => {})
  expect(await onHand(here.jeans)).toBe(4)
})

test('books a sale, a count of the cash and the end of a month on a balance of a million million', async () => {
  const lastMonth = monthsOn((await readBooks()).today.slice(0, 7), -1)
  await execute('UPDATE books SET open_period = ?', [lastMonth])
  await enter({ business_date: `${lastMonth}-05` })
  expect(await sell()).toEqual(['accepted'])
  await enter({ business_date: `${lastMonth}-06` })
  expect(await balance()).toBe(2 * MOST_BEFORE + 10)
  const { accounts } = await closeMonth(lastMonth, 7)
  expect(accounts.find(({ account_code }) => account_code === 'CASH')).toMatchObject({
    credits: 2 * MOST_BEFORE,
    closing_balance: 2 * MOST_BEFORE,
  })
  const { id } = await countCash({ account_code: 'CASH', counted: 10 }, 7)
  await bookDifference(id, 'Never there', 7)
  expect(await balance()).toBe(10)
})

test('tells staff which sale a full account could not take, and lets them book it once there is room', async () => {
  await execute(
    "INSERT INTO transactions (account_code, type_code, amount) VALUES ('CASH', 'MANUAL', 9999999999999999.99)",
  )
  await execute("UPDATE accounts SET balance = 9999999999999999.99 WHERE code = 'CASH'")
  const sale = here.saleAt(here.till)
  const signed = here.till.sell(sale)
  const push = async () => inWords((await here.till.carry([signed])).said.verdicts)
  expect([await push(), await push()]).toEqual([['validation'], ['validation']])
  const told = await select<{ id: number; detail: string }>(
    "SELECT id, detail FROM exceptions WHERE code = 'SALE_REJECTED' AND status_code = 'OPEN'",
  )
  expect(told).toMatchObject([{ detail: `${sale.number}, GH₵\u00A010.00: One of the values cannot be saved.` }])
  const book = () => here.api.send('POST', `/api/staff/exceptions/${told[0]!.id}/apply`, { token: here.manager.token })
  expect(await book()).toMatchObject({ status: 422, body: { code: 'validation' } })
  expect(await count('orders')).toBe(0)
  await enter({ amount: -1000 })
  expect((await book()).status).toBe(200)
  expect(await push()).toEqual(['accepted'])
})

test('keeps what an older database holds when its columns are widened', async () => {
  const folder = mkdtempSync(join(quickFolder(), 'selvedge-older-'))
  const all = new URL('../../../sql/migrations/', import.meta.url)
  for (const name of readdirSync(all).filter(file => file < '0105')) cpSync(new URL(name, all), join(folder, name))
  const url = await copiedDatabase(inject('databaseServer'), [])
  const ask = (sql: string) => withConnection(url, connection => rows<object>(connection, sql))
  try {
    await migrate(url, pathToFileURL(`${folder}/`))
    await ask("INSERT INTO categories (id, name) VALUES (1, 'Jeans')")
    await ask("INSERT INTO sizes (code, name) VALUES ('UK10', 'UK 10')")
    await ask(
      "INSERT INTO products (id, slug, name, description, features, category_id, retail_price) VALUES (1, 'a', 'A', '', '[]', 1, 10)",
    )
    await ask(
      `INSERT INTO product_variations (id, product_id, sku, size_code, on_hand, reserved, updated_at)
        VALUES (1, 1, 'A', 'UK10', ${FLOOR_OF_INT}, 0, '2026-01-02 03:04:05.678')`,
    )
    await ask(
      `INSERT INTO stock_movements (product_variation_id, reason, quantity) VALUES (1, 'ADJUSTMENT', ${FLOOR_OF_INT})`,
    )
    await ask(`INSERT INTO accounts (code, name, balance) VALUES ('OLD', 'Old', ${MOST_BEFORE})`)
    await ask("INSERT INTO transactions (account_code, type_code, amount) VALUES ('OLD', 'MANUAL', -9999999999.99)")
    const read = () =>
      ask(
        "SELECT v.on_hand, v.reserved, v.quantity_in_stock, v.updated_at, m.quantity, a.balance, t.amount FROM product_variations v, stock_movements m, accounts a, transactions t WHERE a.code = 'OLD'",
      )
    const before = await read()
    expect(before).toHaveLength(1)
    await migrate(url)
    expect(await read()).toEqual(before)
    await ask('UPDATE product_variations SET on_hand = on_hand - 1, reserved = 1')
    expect(await ask('SELECT quantity_in_stock FROM product_variations')).toEqual([
      { quantity_in_stock: FLOOR_OF_INT - 2 },
    ])
  } finally {
    await dropDatabase(url)
    rmSync(folder, { recursive: true })
  }
})
