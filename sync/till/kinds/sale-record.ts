import type { Sale } from '#sync/protocol/sale.ts'
import type { LocalSale } from '../till-db.ts'
import type { TillKind } from './till-kind.ts'

export const SALE_RECORD = 'sale.record'

/** A finished sale. This device also keeps a copy for receipts and the day's list. */
export const saleRecord: TillKind = {
  kind: SALE_RECORD,
  since: 1,
  label: { one: 'sale', many: 'sales' },

  toSign(sale) {
    const { customer_name = null, customer_phone = null, ...payload } = sale as Sale
    return { payload, personal: customer_name || customer_phone ? { customer_name, customer_phone } : null }
  },

  /** The server would never settle one sale under two ids. A sale that is sent again may have outlived its copy. */
  isWhole: ({ id, payload }, sale) =>
    (sale === undefined || sale.id === id) &&
    (payload as Partial<Sale>).id === id &&
    Array.isArray((payload as Partial<Sale>).lines),

  unbooked: payload => (payload as Sale).lines,

  /** The verdict removes the customer's details from this device: only the server keeps them. */
  async onSettled(db, verdicts) {
    const sales = await db.sales.bulkGet(verdicts.map(({ id }) => id))
    await db.sales.bulkPut(
      sales.flatMap((sale, i) =>
        sale ? [{ ...withoutCustomer(sale), verdict: verdicts[i]!, accepted_at: Date.now() }] : [],
      ),
    )
  },

  onRejected: async (db, verdict) => void (await db.sales.update(verdict.id, { verdict })),

  shown: payload => (payload as Sale).number,
}

/** A reprint still says that there was a customer, so that it has the lines of the first receipt. */
const withoutCustomer = (sale: LocalSale): LocalSale => ({
  ...sale,
  ...(sale.customer_name && { was_named: true as const }),
  customer_name: null,
  customer_phone: null,
})
