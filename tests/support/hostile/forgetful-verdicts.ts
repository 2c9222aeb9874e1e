import type { OnRecord } from '#api/sync/verdicts.ts'

export { quarantine, sourceOf, storeVerdicts } from '#api/sync/verdicts.ts'

/** Never finds a record: a server without the check of ids, for the control of the exactly-once test. */
export const findRecord = async (): Promise<OnRecord> => ({ stored: new Map(), seqs: new Set() })
