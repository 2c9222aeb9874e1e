import { stat } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import type { UserSession } from '#api/http/access.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { Download } from '#api/http/download.ts'
import { jobFile, pathOf } from '#api/jobs/job-files.ts'
import { queueJob, type Work } from '#api/jobs/job-queue.ts'
import { leaveRoom } from '#api/jobs/leave-room.ts'
import { findJob } from '#api/jobs/list-jobs.ts'
import { filterWords } from '#api/orders/filter-words.ts'
import { countOrders, ordersInBatches } from '#api/orders/list-orders.ts'
import { emailOf, summaryFrom, type OrderRow } from '#api/orders/order-rows.ts'
import { pdfTable, type PdfColumn } from '#api/pdf/pdf-table.ts'
import { arrivedLate } from '#api/sales/sold-orders.ts'
import { readShop } from '#api/shop/read-shop.ts'
import type { OrderExport, OrderFilters } from '#sync/protocol/endpoints/orders.ts'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import type { OrderStatus } from '#sync/protocol/shop/order.ts'
import { WALK_IN } from '#sync/protocol/sale.ts'
import { formatPhone } from '#sync/protocol/phone.ts'

const KIND = 'order-export'
const AT_ONCE = 500
/** After this many rows of a PDF, other work gets a turn. */
const ROWS_BETWEEN = 25

const COLUMNS: readonly CsvColumn<OrderRow>[] = [
  ['number', row => row.number ?? String(row.id)],
  ['id', row => row.id],
  ['ordered_at', row => row.ordered_at],
  ['arrived_at', row => arrivedLate(row)],
  ['type_code', row => row.type_code],
  ['status_code', row => row.status_code],
  ['delivery_method_code', row => row.delivery_method_code],
  ['customer', row => row.customer_name ?? row.customer_user_name],
  ['email', row => emailOf(row)],
  ['phone', row => row.customer_phone && formatPhone(row.customer_phone)],
  ['teller', row => row.teller_name],
  ['account_code', row => row.account_code],
  ['voided_at', row => row.voided_at],
  ['subtotal', row => row.subtotal.toFixed(2)],
  ['shipping_fee', row => row.shipping_fee.toFixed(2)],
  ['discount', row => row.discount.toFixed(2)],
  ['total', row => row.total.toFixed(2)],
  ['tenders', row => row.parts],
]

/** All matching orders as a table, the latest ones first. */
export const orderTable = (filters: OrderFilters): Table => tableOf(COLUMNS, ordersInBatches(filters, AT_ONCE))

/** Queues a PDF of all matching orders. The same person's identical export is not queued twice. */
export async function prepareExport(filters: OrderFilters, user_id: number): Promise<OrderExport> {
  const input = JSON.stringify(filters)
  const underWay = await selectOne<{ id: number }>(
    "SELECT id FROM jobs WHERE user_id = ? AND kind = ? AND status_code IN ('QUEUED', 'RUNNING') AND input = ? LIMIT 1",
    [user_id, KIND, input],
  )
  return { id: underWay?.id ?? (await queueJob(KIND, filters, user_id)), status: 'PENDING', done: 0, total: 0 }
}

/** The finished PDF, else its progress. @throws 404 */
export async function findExport(id: number, session: UserSession): Promise<OrderExport | Download> {
  const { kind, status_code, done, total } = await findJob(id, session)
  if (kind !== KIND) throw notFound('Export')
  if (status_code !== 'DONE') return { id, status: status_code === 'FAILED' ? 'FAILED' : 'PENDING', done, total }
  if (!(await stat(pathOf(id)).catch(() => null))) throw notFound('Export')
  return new Download(`orders-${id}.pdf`, 'application/pdf', createReadStream(pathOf(id)))
}

const PDF_COLUMNS: readonly PdfColumn[] = [
  { head: 'Number', width: 64 },
  { head: 'When (UTC)', width: 80 },
  { head: 'Arrived (UTC)', width: 80 },
  { head: 'Customer', width: 108 },
  { head: 'Email', width: 140 },
  { head: 'Phone', width: 82 },
  { head: 'Type', width: 48 },
  { head: 'Status', width: 98 },
  { head: 'Total', width: 78, isNumber: true },
]

/** Writes the PDF of a queued export. */
export const writeExport: Work = async ({ id, input }, tell) => {
  const filters = input as OrderFilters
  const [total, { name }] = [await countOrders(filters), await readShop()]
  const pause = leaveRoom()
  const all = { count: 0, total: 0 }
  const untaken = { count: 0, total: 0 }
  await tell(0, total)
  async function* lines() {
    for await (const row of ordersInBatches(filters, AT_ONCE)) {
      const { number, customer, status } = summaryFrom(row)
      for (const sum of row.due > 0 || UNTAKEN.includes(row.status_code) ? [all, untaken] : [all]) {
        sum.count += 1
        sum.total = sumCedis([sum.total, row.total])
      }
      yield [
        number,
        minuteOf(row.ordered_at),
        minuteOf(arrivedLate(row)),
        row.customer_name ?? customer?.name ?? (row.type_code === 'STORE' ? WALK_IN : 'Guest'),
        emailOf(row) ?? '',
        row.customer_phone ? formatPhone(row.customer_phone) : '',
        row.type_code === 'STORE' ? 'Shop' : 'Website',
        row.voided_at ? `${status.name}, voided` : status.name,
        formatCedis(row.total),
      ]
      if (all.count % ROWS_BETWEEN === 0) await pause()
      if (all.count % AT_ONCE === 0) await tell(Math.min(all.count, total), total)
    }
  }
  const sums = () => [
    sumOf(all, all.count === 1 ? 'order' : 'orders'),
    ...(untaken.count > 0 ? [sumOf(untaken, 'of them unpaid or cancelled')] : []),
  ]
  await pdfTable(await jobFile(id), {
    title: `${name}: orders`,
    subtitle: await describe(filters),
    columns: PDF_COLUMNS,
    rows: lines(),
    sums,
  })
  await tell(total, total)
  return { file: `orders-${id}.pdf`, orders: all.count }
}

/** Orders without money received. */
const UNTAKEN: readonly OrderStatus[] = ['UNPAID', 'CANCELLED']

const minuteOf = (at: Date | null) => at?.toJSON().slice(0, 16).replace('T', ' ') ?? ''

const sumOf = ({ count, total }: { count: number; total: number }, words: string) => [
  ...PDF_COLUMNS.slice(2).map(() => ''),
  `${count.toLocaleString('en-GH')} ${words}`,
  formatCedis(total),
]

const describe = async (filters: OrderFilters) =>
  [...(await filterWords(filters)), `made ${minuteOf(new Date())} UTC`].join(' · ')
