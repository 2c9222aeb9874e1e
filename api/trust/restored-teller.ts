import { execute, selectOne } from '#api/db/database.ts'
import { conflict } from '#api/errors.ts'
import { findException } from '#api/exceptions/exceptions.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { askedBy } from '#api/http/asked-by.ts'

/** The exception code for a cashier whom a restore had lost, and who waits for a manager. */
const RESTORED = 'TELLER_RESTORED'

/** Key that deduplicates the exception: one per person. */
export const restoredKey = (user_id: number) => `${RESTORED} ${user_id}`

/** The person in a key. */
export const restoredIn = (key: string) => Number(key.slice(RESTORED.length + 1))

export const tellOfRestored = (user_id: number, name: string): Promise<void> =>
  raiseException({
    code: RESTORED,
    once_key: restoredKey(user_id),
    order_id: null,
    detail: `The backup did not have the account of ${name}. Activate it if they still work here.`,
  })

/** The person who waits behind an exception. @throws 404, 409 if nobody waits there */
export async function restoredBehind(exception_id: number): Promise<number> {
  const waiting = await selectOne<{ once_key: string }>(
    "SELECT once_key FROM exceptions WHERE id = ? AND code = ? AND status_code = 'OPEN'",
    [exception_id, RESTORED],
  )
  if (waiting) return restoredIn(waiting.once_key)
  await findException(exception_id)
  throw conflict('This account is already active.')
}

/** Closes the exception about a person who may sign in again. Returns whether they waited. */
export const settleRestored = async (user_id: number): Promise<boolean> =>
  (await execute(
    `UPDATE exceptions SET status_code = 'RESOLVED', resolution = 'NOTED', note = 'The account was activated.',
      resolved_by = :by, resolved_at = NOW(3) WHERE once_key = :once_key AND status_code = 'OPEN'`,
    { by: askedBy()?.user_id ?? null, once_key: restoredKey(user_id) },
  )) > 0

/** An address that reaches nobody, for a person without one: an administrator enters theirs. */
export const noAddress = (user_id: number) => `restored-${user_id}@restored.invalid`
