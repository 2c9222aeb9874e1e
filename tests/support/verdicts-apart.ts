import { afterCommit, inTransaction, outsideTransaction } from '#api/db/database.ts'
import { storeVerdicts as store } from '#api/sync/verdicts.ts'

export { findRecord, quarantine, sourceOf } from '#api/sync/verdicts.ts'

/** Stores verdicts in a transaction of their own, once the sales are booked, for the control of the crash test. */
export const storeVerdicts: typeof store = async (...given) =>
  afterCommit(() => outsideTransaction(() => inTransaction(() => store(...given))))
