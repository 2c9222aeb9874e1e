import type { FileReply } from '../file-reply.ts'
import type { Page, PageQuery } from '../page.ts'
import type { Reconciliation } from '../staff/reconciliation.ts'

/** Compares the payment provider's list with our payments. */
export interface ReconciliationEndpoints {
  'GET /api/staff/reconciliations': { query: PageQuery; reply: { reconciliations: Page<Reconciliation> } }
  'GET /api/staff/reconciliations/csv': { reply: FileReply }
  /** `days`: how far back; two by default. */
  'POST /api/staff/reconciliations': {
    body: { days?: number }
    reply: { message: string; reconciliation: Reconciliation }
  }
}
