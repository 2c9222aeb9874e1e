import { sendPushes } from '#api/alerts/send-pushes.ts'
import { tellAlerts } from '#api/alerts/tell-alerts.ts'
import { settlePurchases } from '#api/payments/gifts/send-purchased.ts'
import { queuePictures } from '#api/import/fetch-pictures.ts'
import { forgetImports } from '#api/import/import-work.ts'
import { keepDoing } from '#api/jobs/keep-doing.ts'
import { remembered } from '#api/jobs/note-round.ts'
import { sweepUnconfirmed } from '#api/account/sweep-unconfirmed.ts'
import { sweep, sweepExports } from '#api/jobs/sweep.ts'
import { sweepIncoming } from '#api/uploads/incoming.ts'
import { keepLeavers } from '#api/operations/leavers.ts'
import { queueBackup } from '#api/operations/nightly-backup.ts'
import { sweepLetters } from '#api/mail/kept-letters.ts'
import { rotateDatabaseLog } from '#api/operations/rotate-database-log.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { reconcile } from '#api/payments/reconcile.ts'
import { sendRefunds } from '#api/payments/send-refunds.ts'
import { settleAttempts, settleOpenAttempts } from '#api/payments/settle-attempts.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import { countSold } from '#api/reports/count-sold.ts'
import { warmDesk } from '#api/reports/warm-desk.ts'
import { checkSealAgain } from '#api/seal/latest-verdict.ts'
import { sealBooks } from '#api/seal/seal-books.ts'
import { endTillHolds } from '#api/stored-value/till-holds.ts'
import { raiseGaps } from '#api/sync/raise-gaps.ts'
import { sweepPictures } from '#api/uploads/sweep-pictures.ts'

const MINUTE = 60_000

/**
 * Does each minute what orders and payments need, and each hour what scans far back. Returns a function that stops it.
 */
export function keepShop(): () => Promise<void> {
  const stopMinutes = keepDoing(
    [
      { what: 'payment events', work: settlePayments },
      { what: 'open attempts', work: () => settleOpenAttempts() },
      { what: 'orders out of time', work: () => expireOrders(settleAttempts) },
      { what: 'gift cards bought online', work: settlePurchases },
      { what: 'gift cards held by tills', work: endTillHolds },
      { what: 'refunds', work: () => sendRefunds() },
      { what: 'pictures to fetch', work: () => queuePictures(null) },
      { what: 'nightly backup', work: () => queueBackup() },
    ].map(remembered),
    MINUTE,
  )
  // On its own, so that nothing delays it.
  const stopListing = keepDoing([remembered({ what: 'list of dismissals', work: keepLeavers })], MINUTE)
  // On its own, because the other tasks may wait for the provider.
  const stopWarming = keepDoing([remembered({ what: 'figures of the desk', work: warmDesk })], MINUTE)
  const stopAlerts = keepDoing(
    [
      { what: 'alerts', work: () => tellAlerts() },
      { what: 'push messages', work: () => sendPushes() },
    ].map(remembered),
    15_000,
  )
  // On its own too: the first run seals years of books.
  const stopSealing = keepDoing([remembered({ what: 'seal of the books', work: () => sealBooks() })], MINUTE)
  const stopHours = keepDoing(
    [
      { what: 'reconciliation', work: () => reconcile() },
      { what: 'best sellers', work: countSold },
      { what: 'files of imports', work: forgetImports },
      { what: 'gaps in what tills sent', work: () => raiseGaps() },
      { what: 'sweep', work: sweep },
      { what: 'accounts without a confirmed email', work: sweepUnconfirmed },
      { what: 'old letters', work: () => sweepLetters() },
      { what: 'log of the database', work: () => rotateDatabaseLog() },
      { what: 'check of the seal', work: checkSealAgain },
      { what: 'old exports', work: sweepExports },
      { what: 'files of requests', work: sweepIncoming },
      { what: 'pictures that nothing shows', work: () => sweepPictures() },
    ].map(remembered),
    60 * MINUTE,
  )
  return async () => {
    await Promise.all([stopMinutes(), stopListing(), stopWarming(), stopAlerts(), stopSealing(), stopHours()])
  }
}
