import { beforeEach, describe, expect, test } from 'vitest'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import { MOST_OF_A_SALE, MOST_PIECES, type Sale } from '#sync/protocol/sale.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, count, onHand } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})
let shirt: number
beforeEach(async () => {
  shirt = await aVariation(5)
})

const LOWEST_BIGINT = '-9223372036854775808'
const FULL = '9999999999999999.99'

type Overrides = Partial<Sale>
const line = (quantity: number, price: number, product_variation_id = here.jeans) => ({
  product_variation_id,
  quantity,
  price,
})
const normal = (): Overrides => ({ lines: [line(1, 10, shirt)] })
const words = (verdicts: PushReply['verdicts']) =>
  verdicts.map(verdict => (verdict.status === 'rejected' ? verdict.error.code : verdict.status))

const DOORS: Record<string, (...sales: Overrides[]) => Promise<string[]>> = {
  'push of protocol 1': async (...sales) => {
    const { status, body } = await here.api.send('POST', '/api/sync/push', {
      token: here.manager.token,
      body: aPush(...sales.map(sale => aSale(sale))),
    })
    return status === 200 ? words((body as unknown as PushReply).verdicts) : [String(status)]
  },
  'push of protocol 2': async (...sales) => {
    const { status, said } = await here.till.carry(sales.map(sale => here.till.sell(here.saleAt(here.till, sale))))
    return status === 200 ? inWords(said.verdicts).map(word => word.split(' ')[0]!) : [String(status)]
  },
  desk: async (...sales) => {
    const said: string[] = []
    for (const { lines = [], account_code = 'CASH' } of sales) {
      const items = await Promise.all(
        lines.map(async ({ product_variation_id, quantity }) => ({
          ...(await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [
            product_variation_id,
          ])),
          size_code: 'UK10',
          quantity,
        })),
      )
      const { status, body } = await here.api.send('POST', '/api/staff/orders', {
        token: here.manager.token,
        body: { account_code, items },
      })
      said.push(status === 201 ? 'accepted' : status === 422 ? (body as { code: string }).code : String(status))
    }
    return said
  },
}

/** Puts a shelf as low as its column goes, and has its movements agree. */
async function emptyToTheFloor(id: number): Promise<void> {
  await insertRow('stock_movements', { product_variation_id: id, reason: 'ADJUSTMENT', quantity: -(await onHand(id)) })
  await execute(
    `INSERT INTO stock_movements (product_variation_id, reason, quantity) VALUES (?, 'ADJUSTMENT', ${LOWEST_BIGINT})`,
    [id],
  )
  await execute(`UPDATE product_variations SET on_hand = ${LOWEST_BIGINT} WHERE id = ?`, [id])
  await insertRow('exceptions', { code: 'OVERSOLD', product_variation_id: id, detail: 'Emptied.' })
}

async function fillCash(): Promise<void> {
  await execute(`INSERT INTO transactions (account_code, type_code, amount) VALUES ('CASH', 'MANUAL', ${FULL})`)
  await execute(`UPDATE accounts SET balance = ${FULL} WHERE code = 'CASH'`)
}

describe.each(Object.entries(DOORS))('at the %s', (door, sell) => {
  const maximal = (): Overrides => ({ lines: [line(MOST_PIECES, MOST_OF_A_SALE / MOST_PIECES)] })
  beforeEach(() =>
    execute(
      'UPDATE products SET retail_price = ? WHERE id = (SELECT product_id FROM product_variations WHERE id = ?)',
      [MOST_OF_A_SALE / MOST_PIECES, here.jeans],
    ),
  )

  test('takes no sale of more pieces or money than a shop ever sells, and books the others', async () => {
    const dear = await aVariation(1, { retail_price: 9_999_999_999.99 })
    const tooMuch: Overrides[] = [
      { lines: [line(1, 9_999_999_999.99, dear)] },
      { lines: [line(100, 9_999_999_999.99, dear)] },
      { lines: [line(MOST_PIECES + 1, 0)] },
      { lines: [line(1_000_000, 0)] },
      { lines: Array.from({ length: 400 }, () => line(MOST_PIECES, 0)) },
      { lines: [line(MOST_PIECES, 1), line(1, 1)] },
      { lines: [line(MOST_PIECES, 1000), line(1, 0.01, shirt)] },
    ]
    expect(await sell(normal(), ...tooMuch, normal())).toEqual([
      'accepted',
      ...tooMuch.map(() => 'validation'),
      'accepted',
    ])
    expect(await onHand(here.jeans)).toBe(99)
  })

  test('books a hundred of the largest sales, and a normal one after them', async () => {
    expect(new Set(await sell(...Array.from({ length: 50 }, maximal)))).toEqual(new Set(['accepted']))
    expect(new Set(await sell(...Array.from({ length: 50 }, maximal)))).toEqual(new Set(['accepted']))
    expect(await sell(normal())).toEqual(['accepted'])
    expect(await onHand(here.jeans)).toBe(99 - 100 * MOST_PIECES)
    expect(await select("SELECT balance FROM accounts WHERE code = 'CASH'")).toEqual([
      { balance: 100 * MOST_OF_A_SALE + 10 },
    ])
  })

  test('rejects what a shelf at its floor cannot take, that sale alone', async () => {
    await emptyToTheFloor(here.jeans)
    expect(await sell(normal(), { lines: [line(1, 10)] }, normal())).toEqual(['accepted', 'validation', 'accepted'])
    expect(await onHand(shirt)).toBe(3)
    expect(await count('exceptions', "code = 'SALE_REJECTED' AND status_code = 'OPEN'")).toBe(door === 'desk' ? 0 : 1)
    expect(await count('sync_quarantine')).toBe(door === 'desk' ? 0 : 1)
  })

  test('rejects what a full account cannot take, that sale alone', async () => {
    await fillCash()
    const toBank = { ...normal(), account_code: 'BANK' }
    expect(await sell(toBank, normal(), toBank)).toEqual(['accepted', 'validation', 'accepted'])
    expect(await onHand(shirt)).toBe(3)
  })
})
