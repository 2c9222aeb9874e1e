import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { raiseBalances } from '#api/ledger/ledger.ts'
import { AppError, conflict, invalid } from '#api/errors.ts'
import type { Booked, MutationKind } from '#api/mutation-kind.ts'
import { settlePlaces, settleWaiting } from '#api/mutation-kinds.ts'
import { findException } from '#api/exceptions/exceptions.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { contentIn, REJECTED, rejectedKey } from '#api/exceptions/till-exceptions.ts'
import { resolveExceptions } from '#api/exceptions/resolve-exceptions.ts'
import { readArrival, type Arrival, type Delivery, type Frame } from '#api/sync/prove-arrival.ts'
import { judge } from '#api/sync/enter.ts'
import { storeVerdicts, type Stored } from '#api/sync/verdicts.ts'
import { readAuthor } from '#api/trust/author.ts'
import { maskCardNumbers } from '#sync/protocol/card-number.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import type { ShopException } from '#sync/protocol/staff/exception.ts'
import { UNSIGNED_PROTOCOL, type Verdict } from '#sync/protocol/mutation.ts'

const MOST_OF_A_NUMBER = 40

/** Tells staff, once per content, about a mutation the shop could not book. */
export const tellOfRejected = (arrival: Arrival, { message, errors = {} }: ErrorBody): Promise<void> =>
  raiseException({
    code: REJECTED,
    once_key: rejectedKey(arrival.device_id, arrival.content),
    order_id: null,
    device_id: arrival.device_id,
    detail: maskCardNumbers(`${labelOf(arrival)}: ${Object.values(errors).flat().join(' ') || message}`),
  })

/** Closes exceptions about unproved mutations that have now arrived with proof and are booked. */
export async function settleProved(booked: readonly Arrival[]): Promise<void> {
  for (const { device_id, content } of booked) {
    await execute("UPDATE sync_quarantine SET status_code = 'RESOLVED' WHERE content = ?", [content])
    await execute(
      "UPDATE exceptions SET status_code = 'RESOLVED', resolution = 'NOTED', note = 'Its till has signed it. It is booked.', resolved_at = NOW(3) WHERE once_key = ? AND status_code = 'OPEN'",
      [rejectedKey(device_id, content)],
    )
  }
}

function labelOf({ kind, label, frame }: Arrival): string {
  if (kind && label !== null) return label
  const { number } = (frame.payload ?? {}) as { number?: unknown }
  return typeof number === 'string' && number !== '' ? number.slice(0, MOST_OF_A_NUMBER) : 'A sale without a number'
}

interface Kept {
  content: string
  device_id: string
  skew_ms: number | null
  mutation: string
  created_at: Date
  author_key: number | null
}

/** Who books a rejected mutation by hand, and why. A reason is required if nothing proves its till made it. */
export interface ByHand {
  user: User
  note?: string | undefined
}

/**
 * Books a rejected mutation after its cause was fixed, under its own id and date, so that its till sees it accepted
 * when it sends it again. If it still fails, nothing changes. An unproved one counts as the word of the person who
 * books it, not the till's.
 * @throws 404, 409 if nothing waits to be booked or its id belongs to another one, 422 for what is still wrong
 */
export const bookRejected = (id: number, { user, note }: ByHand): Promise<ShopException> =>
  inTransaction(async () => {
    const kept = await keptBehind(id)
    const { protocol = UNSIGNED_PROTOCOL, ...frame } = JSON.parse(kept.mutation) as Frame & { protocol?: number }
    const isProved = await isOnRecord(frame.id, kept.content)
    if (!isProved && !note)
      throw invalid({ note: ['We cannot verify that this till made it. Say why you book it by hand.'] })
    const arrival = readArrival(frame, await deliveryOf(kept, protocol))
    if (arrival.error) throw new AppError(422, arrival.error)
    const booked = await book(arrival as Whole, { content: kept.content, isProved })
    await raiseBalances(await settleWaiting([arrival.id], { isByHand: true }))
    if (isProved)
      await settlePlaces({
        device_id: kept.device_id,
        places: [{ kind: arrival.kind!.kind, seq: arrival.seq }],
        last_closing: arrival.seq === null ? null : Number.MAX_SAFE_INTEGER,
      })
    await execute("UPDATE sync_quarantine SET status_code = 'RESOLVED' WHERE content = ?", [kept.content])
    await execute('UPDATE exceptions SET order_id = ? WHERE id = ?', [booked.booking.order_id ?? null, id])
    await resolveExceptions(
      {
        ids: [id],
        note: [`Booked${booked.booking.number ? ` as ${booked.booking.number}` : ''}.`, ...(note ? [note] : [])].join(
          ' ',
        ),
      },
      user,
    )
    return findException(id)
  })

type Whole = Arrival & { kind: MutationKind; payload: object }

async function book(arrival: Whole, { content, isProved }: { content: string; isProved: boolean }): Promise<Booked> {
  const { id, kind, payload, received_at, skew_ms } = arrival
  const doubts = isProved ? (await judge([arrival], { broken: new Set(), jumped: new Set() })).get(id)! : []
  const [booked] = await kind.book(
    [
      {
        id,
        payload,
        received_at,
        skew_ms,
        doubts,
        device_id: isProved ? arrival.device_id : null,
        seq: isProved ? arrival.seq : null,
        seq_reused: isProved && (await isSeqReused(arrival)),
      },
    ],
    async ([one]) => {
      const verdict = { id, status: 'accepted', ...one!.booking, exceptions: one!.exceptions } as Verdict
      if (isProved)
        await execute('UPDATE sync_verdicts SET verdict = ? WHERE mutation_id = ?', [JSON.stringify(verdict), id])
      else await storeVerdicts([{ id, kind: kind.kind, device_id: null, seq: null, content }], [verdict])
    },
  )
  return booked!
}

async function deliveryOf({ device_id, skew_ms, created_at, author_key }: Kept, protocol: number): Promise<Delivery> {
  const author = author_key === null ? null : await readAuthor(author_key)
  return {
    protocol,
    device_id,
    skew_ms,
    received_at: created_at.getTime(),
    author,
    bearer: null,
    sender: { carrier_key: null, session_id: null, ip: null },
    isVouchedFor: true,
  }
}

async function keptBehind(id: number): Promise<Kept> {
  const waiting = await selectOne<{ once_key: string }>(
    "SELECT once_key FROM exceptions WHERE id = ? AND code = ? AND status_code = 'OPEN' FOR UPDATE",
    [id, REJECTED],
  )
  if (!waiting) {
    await findException(id)
    throw conflict('No sale is waiting to be booked here.')
  }
  return (await selectOne<Kept>(
    'SELECT content, device_id, skew_ms, mutation, created_at, author_key FROM sync_quarantine WHERE content = ?',
    [contentIn(waiting.once_key)],
  ))!
}

/**
 * Whether a recorded verdict rejected this same content, and so may change; false without a verdict. @throws 409 if the
 * id has other content
 */
async function isOnRecord(mutation_id: string, content: string): Promise<boolean> {
  const stored = await selectOne<Stored>(
    'SELECT content, verdict FROM sync_verdicts WHERE mutation_id = ? FOR UPDATE',
    [mutation_id],
  )
  if (!stored) return false
  const isRejected = stored.verdict ? (JSON.parse(stored.verdict) as Verdict).status === 'rejected' : false
  if (!isRejected || stored.content !== content)
    throw conflict('Another sale is on record under this id, so this one can only be noted.')
  return true
}

const isSeqReused = async ({ id, device_id, seq }: Arrival): Promise<boolean> =>
  (
    await select('SELECT 1 FROM sync_verdicts WHERE device_id = ? AND seq = ? AND mutation_id <> ? LIMIT 1', [
      device_id,
      seq,
      id,
    ])
  ).length > 0
