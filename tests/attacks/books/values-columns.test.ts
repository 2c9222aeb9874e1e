import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, select } from '#api/db/database.ts'
import type * as Database from '#api/db/database.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, count, onHand } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

/** What the control takes away: to tell a value that cannot be stored from another failure. */
const guards = vi.hoisted(() => ({ unstorable: true }))
vi.mock('#api/db/database.ts', async original => {
  const real = await original<typeof Database>()
  return { ...real, isUnstorable: (error: unknown) => guards.unstorable && real.isUnstorable(error) }
})

let here: SignedShop
signedShop(shop => {
  here = shop
})
let shirt: number
beforeEach(async () => {
  shirt = await aVariation(5)
})

/**
 * The rules at the door let no such value through, so a column is made narrower than they know, as a migration might
 * by mistake. MariaDB says 4025 of a broken CHECK and MySQL 3819, which a trigger says in its place.
 */
const COLUMNS: [errno: number, column: { narrow: string; widen: string; odd: Partial<Sale> }][] = [
  [
    1366,
    {
      narrow: 'ALTER TABLE orders MODIFY customer_name VARCHAR(120) CHARACTER SET latin1',
      widen: 'ALTER TABLE orders MODIFY customer_name VARCHAR(120)',
      odd: { customer_name: 'Ama 👖' },
    },
  ],
  [
    1406,
    {
      narrow: 'ALTER TABLE orders MODIFY customer_name VARCHAR(10)',
      widen: 'ALTER TABLE orders MODIFY customer_name VARCHAR(120)',
      odd: { customer_name: 'Ama Owusu Mensah' },
    },
  ],
  [
    3819,
    {
      narrow: `CREATE TRIGGER odd BEFORE INSERT ON orders FOR EACH ROW BEGIN IF NEW.customer_name = 'Odd' THEN
        SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 3819; END IF; END`,
      widen: 'DROP TRIGGER odd',
      odd: { customer_name: 'Odd' },
    },
  ],
  [
    4025,
    {
      narrow: "ALTER TABLE orders ADD CONSTRAINT odd CHECK (customer_name <> 'Odd')",
      widen: 'ALTER TABLE orders DROP CONSTRAINT odd',
      odd: { customer_name: 'Odd' },
    },
  ],
]

const right = (): Partial<Sale> => ({
  customer_name: 'Ama',
  lines: [{ product_variation_id: shirt, quantity: 1, price: 10 }],
})

const DOORS: Record<string, (...sales: Partial<Sale>[]) => Promise<string[]>> = {
  'push of protocol 1': async (...sales) => {
    const { status, body } = await here.api.send('POST', '/api/sync/push', {
      token: here.manager.token,
      body: aPush(...sales.map(sale => aSale(sale))),
    })
    if (status !== 200) return [String(status)]
    return (body as unknown as PushReply).verdicts.map(verdict =>
      verdict.status === 'rejected' ? verdict.error.code : verdict.status,
    )
  },
  'push of protocol 2': async (...sales) => {
    const { status, said } = await here.till.carry(sales.map(sale => here.till.sell(here.saleAt(here.till, sale))))
    return status === 200 ? inWords(said.verdicts).map(word => word.split(' ')[0]!) : [String(status)]
  },
}

describe.each(COLUMNS)('a value that ends in error %i', (errno, { narrow, widen, odd }) => {
  beforeEach(() => db.query(narrow))
  afterEach(async () => {
    guards.unstorable = true
    await db.query(widen)
  })

  test.each(Object.entries(DOORS))('rejects that sale alone in a %s', async (_, sell) => {
    const sales = [right(), right(), { ...right(), ...odd }, right()]
    expect(await sell(...sales)).toEqual(['accepted', 'accepted', 'validation', 'accepted'])
    expect(await onHand(shirt)).toBe(2)
    expect(await count('sync_quarantine')).toBe(1)
    expect(await count('exceptions', "code = 'SALE_REJECTED' AND status_code = 'OPEN'")).toBe(1)
    expect(await select('SELECT DISTINCT customer_name FROM orders')).toEqual([{ customer_name: 'Ama' }])
  })

  test('control: fails the push when the server does not know the error', async () => {
    guards.unstorable = false
    const said = await DOORS['push of protocol 1']!(right(), { ...right(), ...odd }, right())
    expect([errno, said]).toEqual([errno, ['500']])
    expect(await onHand(shirt)).toBe(3)
  })
})
