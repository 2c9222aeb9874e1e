import { signNext } from './proof/sign-next.ts'
import { kindOf } from './kinds/known-kinds.ts'
import { isLockedOut } from './people/people.ts'
import { hasMissedNumbers, signAllLate } from './replica/lift.ts'
import { makeRoom, StorageFull, storageState, withRoom } from './room.ts'
import { signerOf } from './proof/device-key.ts'
import { ScreenLocked } from './screen-lock.ts'
import type { Counters, OutboxEntry, TillDb } from './till-db.ts'

/** This browser is not enrolled, so it has no till code for receipt numbers. */
export class NotEnrolled extends Error {
  override name = 'NotEnrolled'
  constructor() {
    super('This device is not set up as a till yet. Connect it to the internet once, signed in, to set it up.')
  }
}

/** A till that may issue numbers. */
export type Numbering = Counters & { code: string }

/** The facts, built once the next numbers are known. */
export interface Fact<Kept> {
  occurred_at: string
  /** In the form of protocol 1. */
  payload: object
  counters?: Partial<Pick<Counters, 'last_number'>>
  kept: Kept
  /** Writes this device's own copy, inside the transaction. */
  keep?: () => PromiseLike<unknown>
}

export interface Task<Kept> {
  id: string
  kind: string
  teller_id: number
  /** Reads the copy kept under this id, inside the transaction. */
  earlier: () => PromiseLike<Kept | undefined>
  fact: (till: Numbering) => Fact<Kept>
}

/**
 * Completes an event of this till: its local copy, numbers, place in the chain and outbox entry are all written in one
 * transaction. They are on disk when the promise resolves. A known id returns its existing copy.
 * @throws StorageFull when the device has no room left: nothing happened
 * @throws NotEnrolled before the first online visit
 * @throws ScreenLocked while the screen is locked
 */
export async function enqueue<Kept>(db: TillDb, task: Task<Kept>): Promise<Kept> {
  const kept = await withRoom(db, () => write(db, task))
  if (kept) return kept
  if (!(await makeRoom(db))) throw new StorageFull()
  return enqueue(db, task)
}

/** The last known counters: one transaction is enough while no other tab moves them. */
const seen = new WeakMap<TillDb, Counters>()

/**
 * Null if the device accepts nothing new. WebCrypto inside the transaction would commit it early. So the mutation is
 * signed with the last known numbers, which the transaction compares; if another tab has moved them, it is signed
 * again.
 */
async function write<Kept>(db: TillDb, task: Task<Kept>): Promise<Kept | null> {
  for (let till = seen.get(db) ?? (await db.till.get('till')); ;) {
    const draft = till?.code ? await prepare(db, task, till as Numbering) : null
    const done = await db.transaction('rw', [db.till, db.sales, db.outbox, db.room], async () => {
      const earlier = await task.earlier()
      if (earlier) return { kept: earlier }
      if (await isLockedOut(db, task.teller_id)) throw new ScreenLocked()
      if ((await storageState(db)) === 'blocked') return { kept: null }
      const now = await db.till.get('till')
      if (!now?.code) throw new NotEnrolled()
      if (!draft || !isSame(now, draft.till)) return { moved: now }
      const counters: Counters = { ...now, ...draft.moves }
      await db.till.put(counters)
      await draft.fact.keep?.()
      await db.outbox.add(draft.entry)
      return { kept: draft.fact.kept, counters }
    })
    if ('moved' in done && done.moved) {
      till = done.moved
      continue
    }
    if (done.counters) {
      seen.set(db, done.counters)
      db.mirror?.write(done.counters)
    }
    return done.kept ?? null
  }
}

async function prepare<Kept>(db: TillDb, { id, kind, teller_id, fact: make }: Task<Kept>, seenLast: Numbering) {
  let till = seenLast
  const signer = till.head ? await signerOf(db, till.head.key_id) : null
  if (signer && hasMissedNumbers(till, signer)) {
    await signAllLate(db)
    till = (await db.till.get('till')) as Numbering
  }
  const fact = make(till)
  const seq = till.last_seq + 1
  const { occurred_at } = fact
  const grant = till.grant?.user_id === teller_id ? till.grant.id : null
  const sealed =
    till.head &&
    signer &&
    (await signNext({ id, kind, seq, occurred_at, grant, ...kindOf(kind).toSign(fact.payload) }, signer, till.head))
  const entry: Omit<OutboxEntry, 'position'> = {
    id,
    device_id: till.device_id,
    protocol: sealed ? kindOf(kind).since : 1,
    attempts: 0,
    not_before: 0,
    held: 0,
    mutation: { id, kind, seq, occurred_at, payload: fact.payload },
    ...(sealed && { signed: sealed.signed, key_id: sealed.head.key_id }),
  }
  const moves: Partial<Counters> = { ...fact.counters, last_seq: seq, ...(sealed && { head: sealed.head }) }
  return { till, fact, entry, moves }
}

/** Whether the prepared numbers are still the next ones. */
const isSame = (now: Counters, then: Counters): boolean =>
  now.last_seq === then.last_seq &&
  now.last_number === then.last_number &&
  now.code === then.code &&
  now.device_id === then.device_id &&
  now.head?.hash === then.head?.hash &&
  now.head?.key_id === then.head?.key_id &&
  now.grant?.id === then.grant?.id
