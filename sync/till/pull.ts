import type { PullReply } from '#sync/protocol/replica.ts'
import { jsonOf, nullOnNetworkError } from './network.ts'
import type { Session } from './session.ts'

/**
 * Fetches what changed since a watermark, '' for everything; null when the server cannot be asked now. `start_over`: it does not
 * know this watermark, as after an older backup was put back. `revoked`: this till is to keep nothing of the shop any more.
 */
export type Pull = (since: string, limit: number) => Promise<PullReply | 'start_over' | 'revoked' | null>

const TIME_OUT_MS = 60_000

/** Pulls from the server, and says for which device where there is one. A stranger's answer is met with one refresh and one repeat. */
export const pullWith = (session: Pick<Session, 'token' | 'refresh'>, device: () => Promise<string | null> = async () => null): Pull => async (since, limit) => {
  const renewed = session.token() === null
  if (renewed && !await session.refresh()) return null
  const device_id = await device()
  const ask = () => fetchChanges(`/api/sync/pull?${new URLSearchParams({ since, limit: String(limit) })}`, { authorization: `Bearer ${session.token() ?? ''}`, ...device_id && { 'x-device-id': device_id } })
  let reply = await ask()
  if (reply && [401, 419].includes(reply.status) && !renewed && await session.refresh()) reply = await ask()
  if (reply?.status === 422) return 'start_over'
  if (reply?.status === 403) return (await jsonOf(reply) as { code?: unknown } | null)?.code === 'till_revoked' ? 'revoked' : null
  const body = reply?.status === 200 ? await jsonOf(reply) as Partial<PullReply> | null : null
  return typeof body?.watermark === 'string' && body.changes && body.deleted ? body as PullReply : null
}

const fetchChanges = (address: string, headers: Record<string, string>): Promise<Response | null> =>
  fetch(address, { headers, redirect: 'manual', cache: 'no-store', signal: AbortSignal.timeout(TIME_OUT_MS) }).catch(nullOnNetworkError)
