import { randomUUID } from 'node:crypto'
import { execute, select, selectOne } from '#api/db/database.ts'
import type { SaleVoid } from '#sync/protocol/kinds/sale-void.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import type { SignedShop } from '#tests/support/till/signed-shop.ts'
import type { SigningTill } from '#tests/support/till/signing-till.ts'

type Sold = Pick<Sale, 'id' | 'number'>

/** A void of a sale as a till signs it. */
export const voidAt = (
  here: SignedShop,
  { id: sale_id, number }: Sold,
  { till = here.till, ...more }: Partial<SaleVoid> & { till?: SigningTill } = {},
) =>
  till.sign('sale.void', {
    id: randomUUID(),
    shop_id: 1,
    till_code: till.till.code,
    teller_id: here.owner.id,
    occurred_at: new Date().toISOString(),
    sale_id,
    number,
    reason: 'WRONG_ITEM',
    ...more,
  })

/** What the books say of a sale: what of it went back, from which accounts. */
export async function booksOfSale(sale_id: string) {
  const order = await selectOne<{ id: number; status_code: string; total: number; refunded: number }>(
    'SELECT id, status_code, total, refunded FROM orders WHERE sale_id = ?',
    [sale_id],
  )
  const entries = await select<{ account_code: string; amount: number }>(
    'SELECT account_code, SUM(amount) AS amount FROM transactions WHERE order_id = ? GROUP BY account_code ORDER BY 1',
    [order?.id ?? 0],
  )
  return {
    ...order!,
    left: Object.fromEntries(entries.map(({ account_code, amount }) => [account_code, Number(amount)])),
  }
}

export const openExceptions = async () =>
  (await select<{ code: string }>("SELECT code FROM exceptions WHERE status_code = 'OPEN' ORDER BY id")).map(
    ({ code }) => code,
  )

export const setTo = (name: string, value: string) =>
  execute('UPDATE settings SET value = ? WHERE name = ?', [value, name])
