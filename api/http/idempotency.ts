import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import { execute, inTransaction, isDuplicate, isLockFailure, selectOne } from '#api/db/database.ts'
import { keyReused, malformed, unavailable } from '#api/errors.ts'
import { canonical } from '#api/http/canonical.ts'
import type { Session } from '#api/http/access.ts'
import { log } from '#api/http/log.ts'

interface Reply { status: number; body: object | string }
/** Where a key's reply is stored, and what it was asked with. */
interface Key { scope: string; fingerprint: string }
interface Asked { session: Session | null; body: unknown; files: unknown }

const PATIENCE_MS = 10_000

/**
 * Runs a POST under its Idempotency-Key: the first time for real, later the first successful reply again, byte by byte.
 * The key's row and the work share one transaction, so that a second caller waits for the first and a failure leaves the key free.
 * @throws 400 for a key that is none, 422 key_reused for another body, 503 where the first still runs after ten seconds
 */
export async function once(ctx: Context, asked: Asked, run: () => Promise<Reply>): Promise<Reply> {
  const key = ctx.headers['idempotency-key']
  if (key === undefined) return run()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw malformed('An Idempotency-Key is 1 to 255 visible characters.')
  const scope = digest([principalOf(asked.session), ctx.method, ctx.path, key])
  const fingerprint = digest([ctx.method, ctx.url, canonical(asked.body), canonical(asked.files ?? null)])
  return replayOrRun(ctx, { scope, fingerprint }, run)
}

async function replayOrRun(ctx: Context, key: Key, run: () => Promise<Reply>): Promise<Reply> {
  const { scope, fingerprint } = key
  const patience = Date.now() + PATIENCE_MS
  for (;;) {
    const stored = await selectOne<{ fingerprint: string; status: number | null; body: string }>('SELECT fingerprint, status, body FROM idempotency_keys WHERE scope = ?', [scope])
    if (stored && stored.fingerprint !== fingerprint) {
      log.warn({ request_id: ctx.state.request_id, path: ctx.path }, 'idempotency key reused')
      throw keyReused()
    }
    if (stored?.status) {
      ctx.set('Idempotent-Replayed', 'true')
      return { status: stored.status, body: stored.body }
    }
    try {
      return await firstUse(key, run)
    } catch (error) {
      if (!(error instanceof KeyHeld)) throw error
      if (Date.now() > patience) throw unavailable()
    }
  }
}

/** Somebody else has the key: their transaction still runs, or has just ended. */
class KeyHeld extends Error {}

const firstUse = ({ scope, fingerprint }: Key, run: () => Promise<Reply>): Promise<Reply> => inTransaction(async () => {
  try {
    await execute('INSERT INTO idempotency_keys (scope, fingerprint) VALUES (?, ?)', [scope, fingerprint])
  } catch (error) {
    throw isDuplicate(error) || isLockFailure(error) ? new KeyHeld() : error
  }
  const { status, body } = await run()
  const text = JSON.stringify(body)
  await execute('UPDATE idempotency_keys SET status = ?, body = ? WHERE scope = ?', [status, text, scope])
  return { status, body: text }
})

const principalOf = (session: Session | null) => session?.user ? `user ${session.user.id}` : session ? `guest ${session.id}` : 'nobody'
const digest = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
