import 'fake-indexeddb/auto'
import '#tests/support/locks.ts'
import type { PushRequest, Verdict } from '#sync/protocol/mutation.ts'
import { saleTotals } from '#sync/protocol/pricing.ts'
import type { Mirror } from '#sync/till/mirror.ts'
import type { Answer, Push } from '#sync/till/push.ts'
import type { Draft } from '#sync/till/ring-up.ts'
import { TillDb } from '#sync/till/till-db.ts'

export const DEVICE = '6c0d1f8e-6a1b-4b53-9d53-0f6f3f0c2a11'

/** An enrolled till with a database of its own. */
export async function aTill({ mirror = null }: { mirror?: Mirror | null } = {}): Promise<TillDb> {
  const db = new TillDb(`outbox ${crypto.randomUUID()}`, mirror)
  await db.till.add({ key: 'till', id: 1, code: 'T1', name: 'Front counter', device_id: DEVICE, last_number: 0, last_seq: 0 })
  return db
}

/** A cart at Checkout with one piece of a variation at 10 cedis. */
export function aDraft(overrides: Partial<Draft> = {}): Draft {
  const { lines = [{ product_variation_id: 1, quantity: 1, price: 10 }] } = overrides
  return {
    id: crypto.randomUUID(), teller_id: 7, account_code: 'CASH', discount: 0, lines, total: saleTotals(lines).total,
    teller_name: 'Ama Mensah',
    receipt_lines: lines.map(({ product_variation_id }) => ({ name: 'Slim jeans', sku: `SJ-${product_variation_id}`, size: '32', colour: 'Indigo' })),
    ...overrides,
  }
}

export const accepted = (id: string, order_id = 1): Verdict => ({ id, status: 'accepted', order_id, number: 'T1-000001', exceptions: [] })
export const rejected = (id: string, message = 'No such account.'): Verdict => ({ id, status: 'rejected', error: { code: 'validation', message } })

/** A server that accepts whatever it is sent. */
export const accept = ({ mutations }: PushRequest): Answer => ({ kind: 'verdicts', verdicts: mutations.map(({ id }, i) => accepted(id, i + 1)) })
export const acceptAll: Push = async request => accept(request)
export const trouble = (over: Partial<Extract<Answer, { kind: 'trouble' }>> = {}): Answer => ({ kind: 'trouble', reason: 'server', smaller: true, wait_ms: 0, ...over })

/** Somebody signed in, whose token no server has refused yet. */
export const signedIn = { token: () => 'a-token', renew: async () => 'refused' as const }

/** A clock that stands still until a test moves it, so that every back-off is over at once or never. */
export function aClock() {
  let time = 1
  return { now: () => time, pass: (ms = 400_000) => { time += ms } }
}

/** A mirror in memory, as localStorage would hold it. */
export function aMirror(): Mirror & { present: () => ReturnType<Mirror['read']> } {
  let held: ReturnType<Mirror['read']> = null
  return { read: () => held, write: ({ device_id, last_number, last_seq }) => { held = { device_id, last_number, last_seq } }, present: () => held }
}
