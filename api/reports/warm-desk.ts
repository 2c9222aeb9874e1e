import { readBooks } from '#api/ledger/ledger.ts'
import { deskDays } from '#api/reports/desk-days.ts'
import { goodsSoldIn } from '#api/reports/goods-sold.ts'
import { DESK_PERIODS, type DeskPeriod } from '#sync/protocol/staff/desk-figures.ts'

/**
 * Reads which goods sold, one period after the other, so that nobody who opens the dashboard waits for it. Run each
 * minute, it is never older than two.
 */
export async function warmDesk(): Promise<void> {
  const { today } = await readBooks()
  for (const period of Object.keys(DESK_PERIODS) as DeskPeriod[]) await goodsSoldIn(deskDays(period, today))
}
