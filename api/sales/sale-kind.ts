import type { Arrived, MutationKind } from '#api/mutation-kind.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { readSale } from '#api/sales/till-sale.ts'
import { formatCedis, toPesewas } from '#sync/protocol/money.ts'
import type { Sale } from '#sync/protocol/sale.ts'

/** A finished sale. */
export const saleRecord: MutationKind<Sale> = {
  kind: 'sale.record',
  since: 1,
  personal: ['customer_name', 'customer_phone'],
  texts: ['number', 'reference', 'customer_name', 'customer_phone', 'tenders.reference'],
  row: { table: 'orders', column: 'sale_id', missing: 'an accepted verdict without its order' },
  read: readSale,
  content: sale => ({
    id: sale.id,
    number: sale.number,
    till_code: sale.till_code,
    teller_id: sale.teller_id,
    occurred_at: Date.parse(sale.occurred_at),
    account_code: sale.account_code,
    tendered: sale.tendered == null ? null : toPesewas(sale.tendered),
    reference: sale.reference || null,
    lines: sale.lines.map(({ product_variation_id, quantity, price }) => ({
      product_variation_id,
      quantity,
      price: toPesewas(price),
    })),
    discount: toPesewas(sale.discount),
    total: toPesewas(sale.total),
    // Fingerprints of sales without a card, or paid in one way, stay what they were.
    ...(sale.gift && { gift: toPesewas(sale.gift) }),
    ...(sale.tenders && {
      tenders: sale.tenders.map(({ account_code, amount, tendered, reference }) => ({
        account_code,
        amount: toPesewas(amount),
        tendered: tendered == null ? null : toPesewas(tendered),
        reference: reference || null,
      })),
    }),
  }),
  by: ({ teller_id, occurred_at }) => ({ teller_id, occurred_at }),
  goods: async sales => sales.flatMap(({ lines }) => lines.map(line => line.product_variation_id)),
  async book(arrived: readonly Arrived<Sale>[], store, raise) {
    const bookings = (booked: Awaited<ReturnType<typeof recordSales>>) =>
      booked.map(({ exceptions, ...booking }) => ({ booking, exceptions }))
    return bookings(
      await recordSales(
        arrived.map(({ payload, ...how }) => ({ ...how, sale: payload })),
        booked => store(bookings(booked)),
        raise,
      ),
    )
  },
  label: ({ number, total }) => `${number}, ${formatCedis(total)}`,
}
