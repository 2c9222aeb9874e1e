import { select, sqlTime } from '#api/db/database.ts'
import { BOOKS_SHARED, type Books } from '#api/ledger/ledger.ts'
import { CHANGED_PRODUCTS, readPriceChanges, type PriceChange } from '#api/sales/price-changes.ts'
import { paymentsOf, type PaidInto } from '#api/sales/sale-parts.ts'
import type { ArrivedSale } from '#api/sales/till-sale.ts'
import { restoredIn, restoredKey } from '#api/trust/restored-teller.ts'
import { COUNTS_SINCE } from '#api/stock/late-sales.ts'
import type { LockedVariation } from '#api/stock/stock.ts'
import type { Priced } from '#sync/protocol/pricing.ts'
import { STAFF } from '#sync/protocol/roles.ts'
import type { SettingName } from '#sync/protocol/settings.ts'
import type { ReferenceRule, TenderKind } from '#sync/protocol/tender/tender.ts'

/** The settings that sales are judged by. */
const JUDGED: readonly SettingName[] = ['discount_limit_manager', 'momo_reference']

/** A setting, and when it was last changed, in epoch ms. */
export interface Stored {
  value: string | null
  changed_at: number
}

/** What sales refer to, as stored. */
export interface Referred {
  /** By id. `status` is DEMOTED for a person who is not staff now. */
  tellers: ReadonlyMap<number, { status: string; role_code: string }>
  /** When a till brought back a person whom a restore had lost, in epoch ms, by the person's id. */
  restored: ReadonlyMap<number, number>
  /** Devices of active tills, by till code. */
  tills: ReadonlyMap<string, string>
  /** By code. */
  accounts: ReadonlyMap<string, PaidInto>
  /** Receipt numbers already used. */
  numbers: ReadonlySet<string>
  /** By id, as on sale now. */
  products: ReadonlyMap<number, Priced & { status_code: string }>
  /** As stored, by name. */
  settings: ReadonlyMap<string, Stored>
  /** Of these products, by these cashiers, in the order they were made. */
  priceChanges: readonly PriceChange[]
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
  const products = distinct([...variations.values()].map(({ product_id }) => product_id))
  const oldest = sqlTime(Math.max(0, Math.min(...arrived.map(soldAt))))
  const rows = await select<Row>(
    `
    SELECT 'teller' AS kind, u.id, IF(r.id >= :staff, u.status_code, 'DEMOTED') AS one, u.role_code AS two, NULL AS three
      FROM users u JOIN roles r ON r.code = u.role_code WHERE u.id IN (:tellers)
    UNION ALL SELECT 'restored', once_key, UNIX_TIMESTAMP(created_at) * 1000, NULL, NULL FROM exceptions
      WHERE once_key IN (:restored)
    UNION ALL SELECT 'till', code, device_id, NULL, NULL FROM tills WHERE code IN (:tills) AND status_code = 'ACTIVE'
    UNION ALL SELECT 'account', code, kind, asks_reference, UNIX_TIMESTAMP(updated_at) * 1000
      FROM accounts WHERE code IN (:accounts)
    UNION ALL SELECT 'setting', name, value, UNIX_TIMESTAMP(updated_at) * 1000, NULL FROM settings
      WHERE name IN (:settings)
    UNION ALL SELECT 'number', number, NULL, NULL, NULL FROM orders WHERE number IN (:numbers)
    UNION ALL SELECT 'product', id, IF(deleted_at IS NULL, status_code, 'DELETED'), retail_price, discount
      FROM products WHERE id IN (:products)
    UNION ALL ${COUNTS_SINCE}
    UNION ALL ${CHANGED_PRODUCTS}
    UNION ALL SELECT 'step', @@auto_increment_increment, NULL, NULL, NULL
    UNION ALL ${BOOKS_SHARED}`,
    {
      staff: STAFF,
      tellers: distinct(sales.map(sale => sale.teller_id)),
      restored: distinct(sales.map(sale => restoredKey(sale.teller_id))),
      tills: distinct(sales.map(sale => sale.till_code)),
      accounts: distinct(sales.flatMap(sale => paymentsOf(sale).map(({ account_code }) => account_code))),
      numbers: distinct(sales.map(sale => sale.number)),
      products,
      settings: [...JUDGED],
      oldest,
    },
  )
  const of = (kind: Row['kind']) => rows.filter(row => row.kind === kind)
  const [books] = of('books')
  return {
    tellers: new Map(of('teller').map(({ id, one, two }) => [Number(id), { status: one, role_code: two }])),
    restored: new Map(of('restored').map(({ id, one }) => [restoredIn(id), Number(one)])),
    tills: new Map(of('till').map(({ id, one }) => [id, one])),
    accounts: new Map(
      of('account').map(({ id, one, two, three }) => [
        id,
        { kind: one as TenderKind | null, asks_reference: two as ReferenceRule, changed_at: Number(three) },
      ]),
    ),
    numbers: new Set(of('number').map(({ id }) => id)),
    products: new Map(
      of('product').map(({ id, one, two, three }) => [
        Number(id),
        { status_code: one, retail_price: Number(two), discount: Number(three) },
      ]),
    ),
    settings: new Map(of('setting').map(({ id, one, two }) => [id, { value: one, changed_at: Number(two) }])),
    priceChanges: await readPriceChanges({ tellers: of('changed').map(({ id }) => Number(id)), products, oldest }),
    counts: of('count').map(({ id }) => Number(id)),
    step: Number(of('step')[0]!.id),
    books: { open_period: books!.one, today: books!.two },
  }
}

/** A UNION gives all its columns as text. */
interface Row {
  kind:
    | 'teller'
    | 'restored'
    | 'till'
    | 'account'
    | 'setting'
    | 'number'
    | 'product'
    | 'changed'
    | 'count'
    | 'step'
    | 'books'
  id: string
  one: string
  two: string
  three: string
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]
