import type { Grant } from '#sync/protocol/signed.ts'
import { pushText } from '#sync/protocol/signed.ts'
import { jsonOf, nullOnNetworkError } from '../network.ts'
import { addProofs, grantOf, proofsOf } from './proofs.ts'
import type { Session } from '../session.ts'
import { hexHashOf, type Device } from './device-key.ts'
import { lockOut } from '../people/people.ts'
import type { HeldGrant, Teller, TillDb } from '../till-db.ts'
import { isOver } from '../wait.ts'

/** Renewed this long before it ends, so that a till that is online now and then always has one. */
const RENEWED_BEFORE_MS = 7 * 24 * 60 * 60_000
const TIME_OUT_MS = 20_000

/**
 * Asks for a grant: as the signed-in user, or as the till itself with the old grant. `ended`: the shop has ended the
 * person's right to sell.
 */
export type AskGrant = (
  till_id: number,
  old: string | null,
) => Promise<{ grant: Grant; token: string } | 'ended' | null>

/**
 * Makes sure that the next teller's sales name their own grant, and that it lasts. Without a network, or if the server
 * refuses, the till keeps selling: sales without a grant are booked and flagged.
 */
export async function keepGrant(db: TillDb, teller: Teller | null, ask: AskGrant): Promise<void> {
  const till = await db.till.get('till')
  if (!till?.head || till.id === null) return
  const held = teller && (await grantOf(db, teller.id, till.id))
  await name(db, held?.grant ?? null)
  if (!teller || (held && !isDue(held))) return
  const given = await ask(till.id, held?.token ?? null)
  if (given === 'ended') return lockOut(db, teller.id)
  if (given?.grant.user_id !== teller.id) return
  await db.transaction('rw', db.till, async () => {
    await addProofs(db, { grants: { [given.grant.id]: { ...given, got_at: Date.now() } } })
    const { teller: now } = (await db.till.get('till'))!
    if (!now || now.id === teller.id) await name(db, given.grant)
  })
}

/** The server's time is in the grant, and this device's clock may be years off: only the time since it came counts. */
function isDue({ grant, got_at }: HeldGrant): boolean {
  const from = got_at ?? Date.parse(grant.issued_at)
  const lasts_ms = Date.parse(grant.expires_at) - Date.parse(grant.issued_at)
  return isOver({ from, until: from + lasts_ms - RENEWED_BEFORE_MS }, Date.now())
}

const name = (db: TillDb, grant: Grant | null) =>
  db.till.update('till', { grant: grant && { id: grant.id, user_id: grant.user_id } })

/** The token of the grant that the next mutation names, for calls about people; null if there is none. */
export async function grantToken(db: TillDb): Promise<string | null> {
  const till = await db.till.get('till')
  return till?.grant && till.id !== null ? ((await grantOf(db, till.grant.user_id, till.id))?.token ?? null) : null
}

/** What a pull says of people: locks out those who may not sell here any more. */
export async function heedPeople(
  db: TillDb,
  { deleted, ended_grant }: { deleted: { tellers: number[] }; ended_grant?: string },
): Promise<void> {
  const ended = ended_grant === undefined ? undefined : (await proofsOf(db)).grants[ended_grant]
  for (const id of [...deleted.tellers, ...(ended ? [ended.grant.user_id] : [])]) await lockOut(db, id)
}

/** Asks the server: with the session if it is this teller's own, else with the till's key and the old grant. */
export const askGrantWith =
  (session: Pick<Session, 'token' | 'user'>, device: Device, teller_id: number): AskGrant =>
  async (till_id, old) => {
    const token = session.user()?.id === teller_id ? session.token() : null
    const authorization = token ? `Bearer ${token}` : old && (await device(pushText(await hexHashOf(''))))
    if (!authorization) return null
    const reply = await fetch(`/api/staff/tills/${till_id}/grants`, {
      method: 'POST',
      headers: { authorization, ...(!token && old && { 'x-grant': old }) },
      credentials: token ? 'same-origin' : 'omit', // the cookie may be another person's
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    }).catch(nullOnNetworkError)
    const body = (reply && (await jsonOf(reply))) as { grant?: Partial<Grant>; token?: unknown; code?: unknown } | null
    if (reply?.status === 401 && body?.code === 'grant_ended') return 'ended'
    if (reply?.status !== 201) return null
    return typeof body?.token === 'string' && typeof body.grant?.id === 'string'
      ? { grant: body.grant as Grant, token: body.token }
      : null
  }
