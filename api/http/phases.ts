import type { Context } from 'koa'
import { execute, inTransaction } from '#api/db/database.ts'
import { orderIn, replay, storedUnder, takeKey, whileHeld, type Key, type Reply } from '#api/http/idempotency.ts'

/**
 * The first phase of a POST that calls an outside service. Commits the work together with the key; its result, which
 * must survive JSON, is returned to a caller who repeats the key. `stands` says whether that result still holds; if
 * not, the work runs again.
 */
export type Phase = <T>(work: () => Promise<T>, stands?: (reached: T) => Promise<boolean>) => Promise<T>

/**
 * Runs a POST that calls an outside service, between its transactions and never inside one. The work in `run`'s phase
 * happens once per key; what follows runs again for each repeat until one succeeds. Every caller gets that reply.
 * @throws 422 key_reused, 503 if another request holds the key for ten seconds
 */
export async function inPhases(ctx: Context, key: Key | null, run: (phase: Phase) => Promise<Reply>): Promise<Reply> {
  if (!key) return run(inTransaction)
  const stored = await storedUnder(ctx, key)
  if (stored?.reply) return replay(ctx, stored.reply)
  // The first try uses what was just read; a retry reads again.
  const seen = [stored]
  const look = async () => (seen.length > 0 ? seen.pop() : storedUnder(ctx, key))
  const { status, body } = await run((work, stands) =>
    whileHeld(async () => reach(key, (await look())?.reached ?? null, { work, stands })),
  )
  const reply = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
  if ((await keepReply(key, reply, orderIn(body))) > 0) return reply
  const kept = (await storedUnder(ctx, key))?.reply ?? reply
  return kept.body === reply.body ? kept : replay(ctx, kept)
}

interface Step<T> {
  work: () => Promise<T>
  stands: ((reached: T) => Promise<boolean>) | undefined
}

/** `reached`: how far the work under this key had come, from its row. */
async function reach<T>(key: Key, reached: string | null, { work, stands }: Step<T>): Promise<T> {
  if (reached !== null) {
    const known = JSON.parse(reached) as T
    if (!stands || (await stands(known))) return known
    await execute('DELETE FROM idempotency_keys WHERE scope = ? AND reached = ? AND status IS NULL', [
      key.scope,
      reached,
    ])
  }
  return inTransaction(async () => {
    await takeKey(key)
    const result = await work()
    await execute('UPDATE idempotency_keys SET reached = ? WHERE scope = ?', [JSON.stringify(result), key.scope])
    return result
  })
}

/** The first success stays and never changes. The row exists already if a phase was reached. */
const keepReply = ({ scope, fingerprint, user_id }: Key, { status, body }: Reply, order_id: number | null) =>
  execute(
    `INSERT INTO idempotency_keys (scope, fingerprint, user_id, order_id, status, body) VALUES (?, ?, ?, ?, ?, ?)
   ON DUPLICATE KEY UPDATE body = IF(status IS NULL, VALUES(body), body),
     order_id = IF(status IS NULL, VALUES(order_id), order_id), status = COALESCE(status, VALUES(status))`,
    [scope, fingerprint, user_id, order_id, status, body],
  )
