import type { Days } from '#api/reports/sales.ts'
import type { DeskPeriod } from '#sync/protocol/staff/desk-figures.ts'

const DAYS: Record<DeskPeriod, number> = { today: 1, '7d': 7, '30d': 30 }
const DAY_MS = 24 * 3_600_000

/** The UTC days of a period that ends today, YYYY-MM-DD. */
export const deskDays = (period: DeskPeriod, today: string): Days => ({
  from: new Date(Date.parse(today) - (DAYS[period] - 1) * DAY_MS).toJSON().slice(0, 10),
  to: today,
})
