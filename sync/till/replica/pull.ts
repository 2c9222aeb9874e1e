import { REPLICA_TABLES, type PullReply } from '#sync/protocol/replica.ts'
import { pullText } from '#sync/protocol/signed.ts'
import { jsonOf, nullOnNetworkError } from '../network.ts'
import type { Session } from '../session.ts'
import type { Device } from '../proof/device-key.ts'

/**
 * Fetches the changes since a watermark, '' for everything; null if the server cannot be asked now. `start_over`: the
 * server does not know this watermark, as after a restore of an older backup. `revoked`: this till may no longer keep a
 * copy of the shop.
 */
export type Pull = (since: string, limit: number) => Promise<Pulled | 'start_over' | 'revoked' | null>

/** `generation`: the server generation of the reply, if stated. `ended_grant`: the id of the grant shown, if it has ended. */
export type Pulled = PullReply & { generation?: string; ended_grant?: string }

/**
 * The identity of a pull. `device_id` goes with a session; `sign` speaks for the till itself, with the current teller's
 * grant.
 */
export interface Puller {
  device_id: () => Promise<string | null>
  sign?: Device
  grant?: () => Promise<string | null>
  /** Hears the `Date` of each reply that is surely the shop's. */
  heard?: (date: string | null) => void
}

const TIME_OUT_MS = 60_000

const nobody: Puller = { device_id: async () => null }

/**
 * Pulls from the server as the till itself if it has a key. Without one, or if the server does not know it, pulls as
 * the signed-in user.
 */
export const pullWith =
  (session: Pick<Session, 'token' | 'refresh'>, puller: Puller = nobody): Pull =>
  async (since, limit) => {
    const path = `/api/sync/pull?${new URLSearchParams({ since, limit: String(limit) })}`
    const signed = await puller.sign?.(pullText(path))
    const token = signed ? ((await puller.grant?.()) ?? null) : null
    const reply = signed
      ? await fetchChanges(path, { authorization: signed, ...(token && { 'x-grant': token }) }, 'omit')
      : null
    const last =
      reply && reply.status !== 401 ? reply : signed && !reply ? null : await pullAsTeller(path, session, puller)
    const pulled = await read(last)
    if (typeof pulled === 'object' && pulled) puller.heard?.(last!.headers.get('date'))
    return pulled
  }

/** If the server rejects the token, refreshes it and tries once more. */
async function pullAsTeller(
  path: string,
  session: Pick<Session, 'token' | 'refresh'>,
  { device_id }: Puller,
): Promise<Response | null> {
  const renewed = session.token() === null
  if (renewed && !(await session.refresh())) return null
  const device = await device_id()
  const ask = () =>
    fetchChanges(path, { authorization: `Bearer ${session.token() ?? ''}`, ...(device && { 'x-device-id': device }) })
  const reply = await ask()
  return reply && [401, 419].includes(reply.status) && !renewed && (await session.refresh()) ? ask() : reply
}

async function read(reply: Response | null): ReturnType<Pull> {
  if (reply?.status === 422) return 'start_over'
  if (reply?.status === 403)
    return ((await jsonOf(reply)) as { code?: unknown } | null)?.code === 'till_revoked' ? 'revoked' : null
  const body = reply?.status === 200 ? ((await jsonOf(reply)) as Partial<Pulled> | null) : null
  return typeof body?.watermark === 'string' && body.changes && body.deleted ? withEveryTable(body as Pulled) : null
}

/** A server from before leaves out the tables it does not know. */
const withEveryTable = (pulled: Pulled): Pulled => ({
  ...pulled,
  changes: { ...NOTHING, ...pulled.changes },
  deleted: { ...NOTHING, ...pulled.deleted },
})
const NOTHING = Object.fromEntries(REPLICA_TABLES.map(table => [table, []])) as unknown as PullReply['deleted'] &
  PullReply['changes']

/** `omit`: no cookie goes along, which may be another person's. */
const fetchChanges = (
  address: string,
  headers: Record<string, string>,
  credentials: RequestCredentials = 'same-origin',
): Promise<Response | null> =>
  fetch(address, {
    headers,
    credentials,
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIME_OUT_MS),
  }).catch(nullOnNetworkError)
