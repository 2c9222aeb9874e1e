import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { NOTE_LEFT, noteOf } from '#sync/protocol/kinds/note-left.ts'
import type { Verdict } from '#sync/protocol/mutation.ts'
import { saleTotals } from '#sync/protocol/pricing.ts'
import { linkText, personalText, signedText, type PublicKey, type SignedMutation } from '#sync/protocol/signed.ts'
import type { Mirror } from '#sync/till/replica/mirror.ts'
import { addProofs } from '#sync/till/proof/proofs.ts'
import type { Answer, News, Outgoing, Push } from '#sync/till/push.ts'
import type { Draft } from '#sync/till/ring-up.ts'
import { makeKey } from '#sync/till/proof/device-key.ts'
import { tell } from '#sync/till/tell.ts'
import { putRow, TillDb, type Counters } from '#sync/till/till-db.ts'

export const DEVICE = '6c0d1f8e-6a1b-4b53-9d53-0f6f3f0c2a11'

/** An enrolled till with a new database. */
export async function aTill({ mirror = null }: { mirror?: Mirror | null } = {}): Promise<TillDb> {
  const db = new TillDb(`outbox ${crypto.randomUUID()}`, mirror)
  await db.till.add({
    key: 'till',
    id: 1,
    code: 'T1',
    name: 'Front counter',
    device_id: DEVICE,
    last_number: 0,
    last_seq: 0,
  })
  return db
}

/** Puts the till's row in place of any other at once: a screen that finds none enrols a till of its own. */
export const placeTill = (db: TillDb, row: Omit<Counters, 'key'>): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    await db.till.clear()
    await db.till.add({ key: 'till', ...row })
  })

/** A cart at Checkout with one piece of a variation at 10 cedis. */
export function aDraft(overrides: Partial<Draft> = {}): Draft {
  const { lines = [{ product_variation_id: 1, quantity: 1, price: 10 }] } = overrides
  return {
    id: crypto.randomUUID(),
    teller_id: 7,
    account_code: 'CASH',
    discount: 0,
    lines,
    total: saleTotals(lines).total,
    teller_name: 'Ama Mensah',
    receipt_lines: lines.map(({ product_variation_id }) => ({
      name: 'Slim jeans',
      sku: `SJ-${product_variation_id}`,
      size: '32',
      colour: 'Indigo',
    })),
    ...overrides,
  }
}

/** Leaves a note as the form does. */
export const leaveNote = (db: TillDb, text: string) =>
  tell(db, NOTE_LEFT, noteOf({ id: crypto.randomUUID(), text }, { id: 7 }))

export const accepted = (id: string, order_id = 1): Verdict => ({
  id,
  status: 'accepted',
  order_id,
  number: 'T1-000001',
  exceptions: [],
})
export const rejected = (id: string, message = 'No such account.'): Verdict => ({
  id,
  status: 'rejected',
  error: { code: 'validation', message },
})

/** A server that accepts everything. */
export const accept = ({ mutations }: Outgoing): Answer => ({
  kind: 'verdicts',
  verdicts: mutations.map(({ id }, i) => accepted(id, i + 1)),
})
export const acceptAll: Push = async request => accept(request)
export const trouble = (over: Partial<Extract<Answer, { kind: 'trouble' }>> = {}): Answer => ({
  kind: 'trouble',
  reason: 'server',
  smaller: true,
  wait_ms: 0,
  ...over,
})

/** A signed-in user whose token no server has refused yet. */
export const signedIn = { token: () => 'a-token', renew: async () => 'refused' as const }

/** A stopped clock that tests move, so that a back-off is over at once or never. */
export function aClock() {
  let time = 1
  return {
    now: () => time,
    pass: (ms = 400_000) => {
      time += ms
    },
  }
}

/** A mirror in memory, like that in localStorage. */
export function aMirror(): Mirror & { present: () => ReturnType<Mirror['read']> } {
  let held: ReturnType<Mirror['read']> = null
  return {
    read: () => held,
    write: ({ device_id, last_number, last_seq, head }) => {
      held = { device_id, last_number, last_seq, ...(head && { head }) }
    },
    present: () => held,
  }
}

/** Gives a till a key, like the server's answer to its enrolment. Earlier sales stay unchanged. */
export async function giveKey(db: TillDb): Promise<{ device_id: string; key_id: string; public_key: PublicKey }> {
  const { last_seq, device_id } = (await db.till.get('till'))!
  const made = await makeKey()
  await putRow(db, { key: 'signer', ...made, unsigned_until: last_seq, approved: true })
  await db.till.update('till', { head: { key_id: made.key_id, seq: 0, hash: '' } })
  await addProofs(db, { certificates: { [made.key_id]: `certificate of ${made.key_id}` } })
  return { device_id, key_id: made.key_id, public_key: made.public_key }
}

/** A server's objections to a till's mutations, in signing order; empty if there are none. */
export async function wrongIn(mutations: readonly SignedMutation[], public_key: PublicKey): Promise<string[]> {
  const wrong: string[] = []
  let prev = ''
  const key = createPublicKey({ format: 'jwk', key: { ...public_key } })
  for (const mutation of mutations) {
    const signature = Buffer.from(mutation.sig, 'base64url')
    if (!verify('sha256', Buffer.from(signedText(mutation)), { key, dsaEncoding: 'ieee-p1363' }, signature))
      wrong.push(`${mutation.seq}: signature`)
    if (mutation.prev !== prev) wrong.push(`${mutation.seq}: chain`)
    if (
      mutation.personal &&
      (mutation.payload as { personal_hash?: string }).personal_hash !== sha256(personalText(mutation.personal))
    )
      wrong.push(`${mutation.seq}: personal`)
    prev = sha256(linkText(mutation))
  }
  return wrong
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A server of protocol 2 that accepts every known kind; `over` adds to its answer. */
export const acceptSigned = ({ mutations }: Outgoing, over: Partial<News> = {}): Answer => ({
  kind: 'verdicts',
  verdicts: mutations.map(({ id }, i) => accepted(id, i + 1)),
  news: { generation: 'first', ...over },
})
