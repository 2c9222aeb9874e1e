import { setTimeout as sleep } from 'node:timers/promises'
import type { Arrival } from '#api/sync/prove-arrival.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { applyAll as applyTruly, type Applied } from '#api/sync/apply.ts'

/**
 * Accepts at once and books a little later: a server that does not wait for COMMIT, for the control of the crash test.
 */
export async function applyAll(arrivals: readonly Arrival[]): Promise<Applied> {
  void sleep(200)
    .then(() => applyTruly(arrivals))
    .catch(() => {}) // the error goes unnoticed, which is the fault
  const verdicts = arrivals.map(({ id, payload }) => ({
    id,
    status: 'accepted' as const,
    order_id: 1,
    number: (payload as Sale | null)?.number ?? '',
    exceptions: [],
  }))
  return { verdicts, state: null }
}
