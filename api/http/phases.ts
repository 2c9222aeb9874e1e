import type { Context } from 'koa'
import { execute, inTransaction } from '#api/db/database.ts'
import { orderIn, replay, storedUnder, takeKey, whileHeld, type Key, type Reply } from '#api/http/idempotency.ts'

/**
 * The first phase of a POST that asks somebody outside: the work is committed together with the key, and what it comes
 * to, which must survive JSON, is given again to whoever comes back with the key. `stands` says whether that still
 * holds; else the work is done anew.
 */
export type Phase = <T>(work: () => Promise<T>, stands?: (reached: T) => Promise<boolean>) => Promise<T>

/**
 * Runs a POST that asks somebody outside, between its transactions and never in one. What `run` does in its phase is
 * done once for a key; what follows runs again for each repeat until one succeeds, whose reply is everybody's.
 * @throws 422 key_reused, 503 where somebody else has the key for ten seconds
 */
export async function inPhases(ctx: Context, key: Key | null, run: (phase: Phase) => Promise<Reply>): Promise<Reply> {
  if (!key) return run(inTransaction)
  const stored = await storedUnder(ctx, key)
  if (stored?.reply) return replay(ctx, stored.reply)
  // What was just read is good for the first try; whoever tries again looks again.
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

/** `reached`: how far the work under this key had come, as its row tells. */
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

/** The first success stays, and then nothing changes. The row is there already where a phase was reached. */
const keepReply = ({ scope, fingerprint, user_id }: Key, { status, body }: Reply, order_id: number | null) =>
  execute(
    `INSERT INTO idempotency_keys (scope, fingerprint, user_id, order_id, status, body) VALUES (?, ?, ?, ?, ?, ?)
   ON DUPLICATE KEY UPDATE body = IF(status IS NULL, VALUES(body), body),
     order_id = IF(status IS NULL, VALUES(order_id), order_id), status = COALESCE(status, VALUES(status))`,
    [scope, fingerprint, user_id, order_id, status, body],
  )
