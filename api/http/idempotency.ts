import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import { execute, inTransaction, isDuplicate, isLockFailure, selectOne } from '#api/db/database.ts'
import { keyReused, malformed, unavailable } from '#api/errors.ts'
import { canonical } from '#sync/protocol/canonical.ts'
import type { Session } from '#api/http/access.ts'
import { log } from '#api/http/log.ts'

export interface Reply {
  status: number
  body: object | string
}
/** Where a key's reply is stored, and what its request contained. */
export interface Key {
  scope: string
  fingerprint: string
  user_id: number | null
}
interface Asked {
  session: Session | null
  body: unknown
  files: unknown
}

const PATIENCE_MS = 10_000

/**
 * Runs a POST under its Idempotency-Key: the first time for real, then the first successful reply again, byte by byte.
 * The key's row and the work share one transaction, so a second caller waits for the first, and a failure frees the
 * key.
 * @throws 400 for an invalid key, 422 key_reused for another body, 503 if the first still runs after ten seconds
 */
export async function once(ctx: Context, asked: Asked, run: () => Promise<Reply>): Promise<Reply> {
  const key = keyOf(ctx, asked)
  if (!key) return run()
  return whileHeld(async () => {
    const stored = await storedUnder(ctx, key)
    return stored?.reply ? replay(ctx, stored.reply) : firstUse(key, run)
  })
}

/** What a request's key stands for; null without a key. @throws 400 */
export function keyOf(ctx: Context, { session, body, files }: Asked): Key | null {
  const scope = scopeOf(ctx, session)
  if (!scope) return null
  const fingerprint = digest([ctx.method, ctx.url, canonical(body), canonical(files ?? null)])
  return { scope, fingerprint, user_id: session?.user?.id ?? null }
}

/** Stands for the caller, the request and its key: what is known before a body is read. @throws 400 */
function scopeOf(ctx: Context, session: Session | null): string | null {
  const key = ctx.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw malformed('An Idempotency-Key is 1 to 255 visible characters.')
  return digest([principalOf(session), ctx.method, ctx.path, key])
}

/** Whether a request may be one that was answered before: its body, not yet read, decides. @throws 400 */
export async function mayBeSentAgain(ctx: Context, session: Session | null): Promise<boolean> {
  const scope = scopeOf(ctx, session)
  return scope !== null && (await selectOne('SELECT 1 FROM idempotency_keys WHERE scope = ?', [scope])) !== null
}

/** What is stored under a key, as text: its reply, or how far the work has come. @throws 422 key_reused */
export async function storedUnder(
  ctx: Context,
  { scope, fingerprint }: Key,
): Promise<{ reply: Reply | null; reached: string | null } | null> {
  const stored = await selectOne<{ fingerprint: string; status: number | null; body: string; reached: string | null }>(
    'SELECT fingerprint, status, body, reached FROM idempotency_keys WHERE scope = ?',
    [scope],
  )
  if (!stored) return null
  if (stored.fingerprint !== fingerprint) {
    log.warn({ request_id: ctx.state.request_id, route: ctx._matchedRoute }, 'idempotency key reused')
    throw keyReused()
  }
  return { reply: stored.status ? { status: stored.status, body: stored.body } : null, reached: stored.reached }
}

export function replay(ctx: Context, reply: Reply): Reply {
  ctx.set('Idempotent-Replayed', 'true')
  return reply
}

/** Retries while another request holds the key. @throws 503 after ten seconds */
export async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
  const patience = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof KeyHeld)) throw error
      if (Date.now() > patience) throw unavailable()
    }
  }
}

/** Another transaction holds the key, or has just ended. */
class KeyHeld extends Error {}

/** Takes a key; the first statement of its transaction. */
export async function takeKey({ scope, fingerprint, user_id }: Key): Promise<void> {
  try {
    await execute('INSERT INTO idempotency_keys (scope, fingerprint, user_id) VALUES (?, ?, ?)', [
      scope,
      fingerprint,
      user_id,
    ])
  } catch (error) {
    throw isDuplicate(error) || isLockFailure(error) ? new KeyHeld() : error
  }
}

const firstUse = (key: Key, run: () => Promise<Reply>): Promise<Reply> =>
  inTransaction(async () => {
    await takeKey(key)
    const { status, body } = await run()
    const text = JSON.stringify(body)
    await execute('UPDATE idempotency_keys SET status = ?, body = ?, order_id = ? WHERE scope = ?', [
      status,
      text,
      orderIn(body),
      key.scope,
    ])
    return { status, body: text }
  })

/** The order a reply is about, directly or by a return. When its customer is erased, so is the stored reply. */
export function orderIn(body: Reply['body']): number | null {
  const { order, refund } = Object(typeof body === 'string' ? JSON.parse(body) : body) as {
    order?: { id?: number }
    refund?: { order_id?: number }
  }
  return order?.id ?? refund?.order_id ?? null
}

const principalOf = (session: Session | null) =>
  session?.user ? `user ${session.user.id}` : session ? `guest ${session.id}` : 'nobody'
const digest = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
