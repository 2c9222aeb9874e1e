import { select, sqlTime } from '#api/db/database.ts'
import { BOOKS_SHARED, type Books } from '#api/ledger/ledger.ts'
import type { ArrivedSale } from '#api/sales/till-sale.ts'
import { COUNTS_SINCE } from '#api/stock/late-sales.ts'
import type { LockedVariation } from '#api/stock/stock.ts'
import { STAFF } from '#sync/protocol/roles.ts'

/** What sales refer to, as stored. */
export interface Referred {
  /** By id. `status` is DEMOTED for a person who is not staff now. */
  tellers: ReadonlyMap<number, { status: string; role_code: string }>
  /** Devices of active tills, by till code. */
  tills: ReadonlyMap<string, string>
  accounts: ReadonlySet<string>
  /** Receipt numbers already used. */
  numbers: ReadonlySet<string>
  /** By id, as on sale now. Prices in cedis. */
  products: ReadonlyMap<number, { retail_price: number; discount: number; status_code: string }>
  /** The percentage a manager may give, as the setting is stored. */
  discount_limit: string | undefined
  /** Ids of counts that are open, or were closed since the first sale. */
  counts: readonly number[]
  /** From one id of an INSERT to the next. */
  step: number
  /** Held until the transaction ends. */
  books: Books
}

/** When it was rung up by the server's clock, in epoch ms, as far as the device's clock is credible. */
export const soldAt = ({ sale, skew_ms }: Pick<ArrivedSale, 'sale' | 'skew_ms'>): number =>
  Date.parse(sale.occurred_at) - (skew_ms ?? 0)

/** Looks up what sales refer to, in one round trip. */
export async function lookUp(
  arrived: readonly ArrivedSale[],
  variations: Map<number, LockedVariation>,
): Promise<Referred> {
  const sales = arrived.map(({ sale }) => sale)
  const rows = await select<Row>(
    `
    SELECT 'teller' AS kind, u.id, IF(r.id >= :staff, u.status_code, 'DEMOTED') AS one, u.role_code AS two, NULL AS three
      FROM users u JOIN roles r ON r.code = u.role_code WHERE u.id IN (:tellers)
    UNION ALL SELECT 'till', code, device_id, NULL, NULL FROM tills WHERE code IN (:tills) AND status_code = 'ACTIVE'
    UNION ALL SELECT 'account', code, NULL, NULL, NULL FROM accounts WHERE code IN (:accounts)
    UNION ALL SELECT 'limit', NULL, value, NULL, NULL FROM settings WHERE name = 'discount_limit_manager'
    UNION ALL SELECT 'number', number, NULL, NULL, NULL FROM orders WHERE number IN (:numbers)
    UNION ALL SELECT 'product', id, retail_price, discount, IF(deleted_at IS NULL, status_code, 'DELETED')
      FROM products WHERE id IN (:products)
    UNION ALL ${COUNTS_SINCE}
    UNION ALL SELECT 'step', @@auto_increment_increment, NULL, NULL, NULL
    UNION ALL ${BOOKS_SHARED}`,
    {
      staff: STAFF,
      tellers: distinct(sales.map(sale => sale.teller_id)),
      tills: distinct(sales.map(sale => sale.till_code)),
      accounts: distinct(sales.map(sale => sale.account_code)),
      numbers: distinct(sales.map(sale => sale.number)),
      products: distinct([...variations.values()].map(({ product_id }) => product_id)),
      oldest: sqlTime(Math.max(0, Math.min(...arrived.map(soldAt)))),
    },
  )
  const of = (kind: Row['kind']) => rows.filter(row => row.kind === kind)
  const [books] = of('books')
  return {
    tellers: new Map(of('teller').map(({ id, one, two }) => [Number(id), { status: one, role_code: two }])),
    tills: new Map(of('till').map(({ id, one }) => [id, one])),
    accounts: new Set(of('account').map(({ id }) => id)),
    numbers: new Set(of('number').map(({ id }) => id)),
    products: new Map(
      of('product').map(({ id, one, two, three }) => [
        Number(id),
        { retail_price: Number(one), discount: Number(two), status_code: three },
      ]),
    ),
    discount_limit: of('limit')[0]?.one,
    counts: of('count').map(({ id }) => Number(id)),
    step: Number(of('step')[0]!.id),
    books: { open_period: books!.one, today: books!.two },
  }
}

/** A UNION gives all its columns as text. */
interface Row {
  kind: 'teller' | 'till' | 'account' | 'limit' | 'number' | 'product' | 'count' | 'step' | 'books'
  id: string
  one: string
  two: string
  three: string
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]
