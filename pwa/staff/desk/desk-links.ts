import { MONTHS } from '#pwa/lib/format.ts'
import { FAILED_DAYS, type DeskFigures } from '#sync/protocol/staff/desk-figures.ts'
import { NOT_REFUSED } from '../refunds/refund-states.ts'

const DAY_MS = 24 * 3_600_000

type Days = Pick<DeskFigures, 'from' | 'to'>

/** The orders behind a figure: sold in these days, with further filters. */
export const ordersOf = ({ from, to }: Days, filters: Record<string, string> = {}) =>
  `/staff/orders?${new URLSearchParams({ status_code: 'ANY', sold_from: from, sold_to: to, ...filters })}`

/** The orders behind the net sales of these days: those sold and those refunded. */
export const takenOf = ({ from, to }: Days, filters: Record<string, string> = {}) =>
  `/staff/orders?${new URLSearchParams({ status_code: 'ANY', taken_from: from, taken_to: to, ...filters })}`

/** The entries behind the refunds of these days, for management. */
export const refundEntriesOf = ({ from, to }: Days) =>
  `/staff/accounts?${new URLSearchParams({ type_code: 'REFUND', business_from: from, business_to: to })}`

/** The returns whose money moved in these days. */
export const refundsPaidIn = ({ from, to }: Days, filters: Record<string, string> = {}) =>
  `/staff/refunds?${new URLSearchParams({ paid_from: from, paid_to: to, ...filters })}`

/** The returns requested in these days, except refused ones. */
export const refundsAskedIn = ({ from, to }: Days, filters: Record<string, string> = {}) =>
  `/staff/refunds?${new URLSearchParams({ status_code: NOT_REFUSED, start_date: from, end_date: to, ...filters })}`

/** The stock of a category itself, optionally in one size. */
export const stockOf = (own_category_id: number, filters: Record<string, string> = {}) =>
  `/staff/stock?${new URLSearchParams({ own_category_id: String(own_category_id), ...filters })}`

/** The jobs that failed in the last FAILED_DAYS days. */
export const jobsFailedUntil = (today: string) =>
  `/staff/jobs?${new URLSearchParams({ status_code: 'FAILED', start_date: new Date(Date.parse(today) - (FAILED_DAYS - 1) * DAY_MS).toJSON().slice(0, 10) })}`

/** '21 Nov' */
export const shortDay = (day: string) => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]!.slice(0, 3)}`
