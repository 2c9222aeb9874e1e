import { select, selectOne } from '#api/db/database.ts'
import { forbidden, secondPerson } from '#api/errors.ts'
import { REJECTED } from '#api/exceptions/till-exceptions.ts'
import { MANAGEMENT, ROLES } from '#sync/protocol/roles.ts'
import { PERSONAL_EXCEPTIONS, SHARED_EXCEPTIONS, type ExceptionCode } from '#sync/protocol/staff/exception.ts'
import type { User } from '#sync/protocol/staff/person.ts'

/** The exception code for money that nobody else has looked at. */
export const SECOND_PERSON = 'SECOND_PERSON' as const

/** Key that deduplicates the exception: one per mutation. */
export const secondPersonKey = (mutation_id: string) => `${SECOND_PERSON} ${mutation_id}`

/**
 * Finds the till's verdict on a mutation that a person was signed in for, whoever it names. If nothing proves who was,
 * everybody counts who could sell on that till or set it up.
 */
const signedInFor = (mutation_id: string) => `SELECT 1 FROM sync_verdicts v
  LEFT JOIN till_keys k ON k.id = v.author_key AND v.signed_in = 0
  WHERE v.mutation_id = ${mutation_id} AND (v.signed_in = :user_id OR k.enrolled_by = :user_id
  OR EXISTS (SELECT 1 FROM till_grants g WHERE g.till_id = k.till_id AND g.user_id = :user_id))`

/** Whether a person sold order `o`, took its payment, booked it by hand or placed it. */
export const SOLD = `(:user_id IN (o.teller_id, o.user_id) OR EXISTS (${signedInFor('o.sale_id')})
  OR EXISTS (SELECT 1 FROM exceptions e
    WHERE e.order_id = o.id AND e.code = '${REJECTED}' AND e.resolved_by = :user_id)
  OR EXISTS (SELECT 1 FROM transactions t WHERE t.order_id = o.id AND t.type_code = 'SALE' AND t.user_id = :user_id))`

/** Everybody who moved cash in that direction on that till that day: their moves count together. */
const MOVED = `SELECT w.id FROM exceptions e
    JOIN cash_moves w ON w.mutation_id = SUBSTRING(e.once_key, ${SECOND_PERSON.length + 2})
    JOIN cash_moves m ON m.device_id <=> w.device_id AND SIGN(m.amount) = SIGN(w.amount)
      AND m.occurred_at >= DATE(w.occurred_at) AND m.occurred_at < DATE(w.occurred_at) + INTERVAL 1 DAY
    WHERE e.id IN (:ids) AND e.code = '${SECOND_PERSON}' AND e.order_id IS NULL AND e.status_code = 'OPEN'
      AND (m.teller_id = :user_id OR EXISTS (${signedInFor('m.mutation_id')})) LIMIT 1`

/** Open exceptions of these kinds, and whether they are about this person. */
const ABOUT = `SELECT e.code, COALESCE(e.person_id = :user_id, FALSE) OR COALESCE(${SOLD}, FALSE)
    OR EXISTS (SELECT 1 FROM sale_voids w WHERE w.order_id = o.id
      AND (w.teller_id = :user_id OR EXISTS (${signedInFor('w.mutation_id')}))) AS own
  FROM exceptions e LEFT JOIN orders o ON o.id = e.order_id
  WHERE e.id IN (:ids) AND e.status_code = 'OPEN' AND e.code IN (:codes)`

/** The owner resolves what nobody else may. */
const OWNER = ROLES.SUPER_ADMINISTRATOR.id

/**
 * Refuses a person who moved, voided or sold what an exception wants somebody else to look at. The owner may look at
 * their own, unless money left that wants two people.
 * @throws 409 second_person, 403 if it takes a higher clearance
 */
export async function refuseOwn(exception_ids: readonly number[], user: User): Promise<void> {
  const user_id = user.id
  if (await selectOne(MOVED, { ids: [...exception_ids], user_id }))
    throw secondPerson('You moved this cash. Somebody else must look at it.')
  const own = await selectOne(
    `SELECT e.id FROM exceptions e JOIN orders o ON o.id = e.order_id
    JOIN sale_voids w ON w.order_id = o.id AND w.refund_id IS NOT NULL
    WHERE e.id IN (:ids) AND e.code = '${SECOND_PERSON}' AND e.status_code = 'OPEN'
      AND (w.teller_id = :user_id OR ${SOLD}) LIMIT 1`,
    { ids: [...exception_ids], user_id },
  )
  if (own) throw secondPerson('You sold or voided this. Someone else must resolve it.')
  if (user.role.id < OWNER) await refuseAboutOneself(exception_ids, user)
}

async function refuseAboutOneself(exception_ids: readonly number[], { id: user_id, role }: User): Promise<void> {
  const codes = [...PERSONAL_EXCEPTIONS, ...SHARED_EXCEPTIONS]
  const about = await select<{ code: ExceptionCode; own: 0 | 1 }>(ABOUT, { ids: [...exception_ids], codes, user_id })
  const own = about.filter(each => each.own === 1).length
  if (own > 0) throw secondPerson(`${whichOf(own, exception_ids)} may be about you. Someone else must resolve that.`)
  const personal = about.filter(({ code }) => PERSONAL_EXCEPTIONS.includes(code)).length
  if (personal > 0 && role.id < MANAGEMENT)
    throw forbidden(
      `${whichOf(personal, exception_ids)} ${personal === 1 ? 'is' : 'are'} about a cashier. An administrator must resolve that.`,
    )
}

const whichOf = (count: number, { length: all }: readonly number[]): string =>
  all === 1 ? 'This' : count === 1 ? 'One of these' : `${count} of these`
