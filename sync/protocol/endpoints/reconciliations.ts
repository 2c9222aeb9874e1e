import type { Page, PageQuery } from '../page.ts'
import type { Reconciliation } from '../reconciliation.ts'

/** The payment provider's list held against ours. */
export interface ReconciliationEndpoints {
  'GET /api/staff/reconciliations': { query: PageQuery; reply: { reconciliations: Page<Reconciliation> } }
  /** `days`: how far back; two unless said otherwise. */
  'POST /api/staff/reconciliations': { body: { days?: number }; reply: { message: string; reconciliation: Reconciliation } }
}
