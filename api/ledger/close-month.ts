import { holdBooks } from '#api/ledger/ledger.ts'
import { findClosedPeriod } from '#api/ledger/list-periods.ts'
import { recordChange } from '#api/audit/record-change.ts'
import { SEAL } from '#api/audit/seal.ts'
import { execute, inTransaction } from '#api/db/database.ts'
import { conflict } from '#api/errors.ts'
import { monthsOn, type Period } from '#sync/protocol/staff/ledger.ts'

/**
 * Closes a month for all accounts, for good: stores each account's totals, and books later entries into a later month.
 * Waits for running bookings, so that no entry is missed and none comes after.
 * @throws 409 if the month is not over, is already closed, or an earlier one is open
 */
export const closeMonth = (period: string, user_id: number, hold = holdBooks): Promise<Period> =>
  inTransaction(async () => {
    const { open_period, today } = await hold()
    refuseUnlessNext(period, open_period, today.slice(0, 7))
    await execute(
      `INSERT INTO closed_periods (period, account_code, opening_balance, credits, debits, closing_balance, entries,
        seal, closed_by)
    SELECT :period, a.code, COALESCE(c.closing_balance, 0), COALESCE(SUM(GREATEST(t.amount, 0)), 0),
      COALESCE(SUM(LEAST(t.amount, 0)), 0),
      COALESCE(c.closing_balance, 0) + COALESCE(SUM(t.amount), 0), COUNT(t.id), ${SEAL}, :user_id
    FROM accounts a LEFT JOIN closed_periods c ON c.account_code = a.code AND c.period = :before
    LEFT JOIN transactions t ON t.account_code = a.code AND t.period = :period
    GROUP BY a.code, c.closing_balance`,
      { period, before: monthsOn(period, -1), user_id },
    )
    await execute('UPDATE books SET open_period = ? WHERE id = 1', [monthsOn(period, 1)])
    const closed = await findClosedPeriod(period)
    await recordChange({
      subject: 'period',
      subject_id: null,
      action: 'close',
      became: {
        period,
        balances: Object.fromEntries(
          closed.accounts.map(({ account_code, closing_balance }) => [account_code, closing_balance]),
        ),
      },
    })
    return closed
  })

function refuseUnlessNext(period: string, open_period: string, this_month: string): void {
  if (period < open_period) throw conflict(`${period} is already closed.`)
  if (period >= this_month) throw conflict(`${period} is not over yet.`)
  if (period > open_period) throw conflict(`${open_period} must be closed first. Months are closed in order.`)
}
