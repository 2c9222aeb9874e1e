import type { Arrival } from '#api/sync/prove-arrival.ts'
import type { Verdict } from '#sync/protocol/mutation.ts'
import type { SignedVerdict } from '#sync/protocol/signed.ts'

/** Converts verdicts, stored as in protocol 1, to protocol 2. An unknown kind gets none. */
export const shapeSigned = (verdicts: readonly (Verdict | null)[], arrivals: readonly Arrival[]): SignedVerdict[] =>
  verdicts.flatMap((verdict, i) => (verdict ? shape(verdict, arrivals[i]!) : []))

function shape(verdict: Verdict, { kind, frame }: Arrival): SignedVerdict {
  const name = kind?.kind ?? (typeof frame.kind === 'string' ? frame.kind : '')
  if (verdict.status === 'rejected') return { id: verdict.id, kind: name, status: verdict.status, error: verdict.error }
  const { id, status, exceptions, ...booking } = verdict
  return { id, kind: name, status, booking, exceptions }
}
