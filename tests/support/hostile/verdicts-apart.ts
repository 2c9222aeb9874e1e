import { afterCommit, inTransaction, outsideTransaction } from '#api/db/database.ts'
import { storeVerdicts as store } from '#api/sync/verdicts.ts'

export { findRecord, quarantine, sourceOf } from '#api/sync/verdicts.ts'

/** Stores verdicts in a separate transaction after booking the sales, for the control of the crash test. */
export const storeVerdicts: typeof store = async (...given) =>
  afterCommit(() => outsideTransaction(() => inTransaction(() => store(...given))))
