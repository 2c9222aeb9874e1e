import { eraseAgain } from '#api/account/erase.ts'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { shopOf, type Leavers, type RevokedTill } from '#api/operations/leavers.ts'
import { endGrantsOf } from '#api/trust/grants.ts'
import { readGeneration } from '#api/trust/generation.ts'
import { clearanceOf, type RoleCode } from '#sync/protocol/roles.ts'

/** What a restore kept from coming back. */
interface Settled {
  people: string[]
  tills: string[]
  erased: number
  /** When the latest list was written; null if none is newer than the restored moment. */
  known_at: string | null
}

/**
 * After a restore: signs everybody out, and ends links to choose a password. People who were dismissed or given a lower
 * role after the backup keep no rights, a revoked till stays revoked, an erased customer stays erased, a used recovery
 * code stays used. `restored`: the moment that the shop is back at; lists from before it say nothing new.
 */
export async function settleAccess(lists: readonly Leavers[], restored: Date): Promise<Settled> {
  const shop = await shopOf(select)
  const newer = lists
    .filter(list => list.shop === shop && new Date(list.at) > restored)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const settled: Settled = { people: [], tills: [], erased: 0, known_at: newer.at(-1)?.at ?? null }
  await inTransaction(async () => {
    const [people, tills]: [string[], string[]] = [[], []]
    await execute('UPDATE sessions SET revoked_at = NOW(3) WHERE user_id IS NOT NULL AND revoked_at IS NULL')
    await execute('UPDATE password_resets SET used_at = NOW(3) WHERE used_at IS NULL')
    for (const list of newer) {
      people.push(...(await lowerPeople(list)))
      await useCodes(list)
      for (const till of list.revoked) if (await revoke(till)) tills.push(`${till.code} ${till.name}`)
    }
    Object.assign(settled, { people, tills })
  })
  for (const id of new Set(newer.flatMap(({ erased }) => erased))) if (await eraseAgain(id)) settled.erased += 1
  const { generation } = await readGeneration()
  await raiseException({
    code: 'SHOP_RESTORED',
    once_key: `SHOP_RESTORED ${generation}`,
    order_id: null,
    detail: settled.known_at
      ? `The shop is back at ${inMinutes(restored.toISOString())}. Dismissals up to ${inMinutes(settled.known_at)} still hold. Go through Users and Tills, and invite again who waited for a link.`
      : `The shop is back at ${inMinutes(restored.toISOString())}, and so are people who were dismissed and tills that were revoked later. Go through Users and Tills.`,
  })
  return settled
}

export const wordsOfAccess = ({ people, tills, erased, known_at }: Settled): string[] => [
  'Everybody is signed out. Passwords are those of the backup, and links to choose one no longer work: invite again.',
  known_at
    ? `Dismissals up to ${inMinutes(known_at)} still hold. Look at Users and Tills for anything later.`
    : 'No list of dismissals is newer than the backup. People who were deactivated since, and tills that were revoked, may work again: look at Users and Tills.',
  ...(people.length > 0 ? [`Not let in again: ${people.join(', ')}.`] : []),
  ...(tills.length > 0 ? [`Tills still revoked: ${tills.join(', ')}.`] : []),
  ...(erased > 0 ? [`Customers erased again: ${erased}.`] : []),
]

const inMinutes = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** Takes rights away and gives none: a list may be of the time after an attack. Returns the names. */
async function lowerPeople({ roles, inactive, erased }: Leavers): Promise<string[]> {
  const people = await select<{ id: number; name: string; role_code: RoleCode; status_code: string }>(
    `SELECT id, name, role_code, status_code FROM users
      WHERE status_code = 'ACTIVE' AND (role_code <> 'CUSTOMER' OR id IN (?)) ORDER BY id FOR UPDATE`,
    [[0, ...inactive]],
  )
  const [gone, forgotten] = [new Set(inactive), new Set(erased)]
  const lowered: string[] = []
  for (const { id, name, ...was } of people) {
    const role = roles[id] ?? was.role_code
    const became = {
      role_code: !gone.has(id) && clearanceOf(role) < clearanceOf(was.role_code) ? role : was.role_code,
      status_code: gone.has(id) ? 'INACTIVE' : was.status_code,
    }
    if (became.role_code === was.role_code && became.status_code === was.status_code) continue
    await execute('UPDATE users SET role_code = :role_code, status_code = :status_code WHERE id = :id', {
      id,
      ...became,
    })
    if (gone.has(id) || became.role_code === 'CUSTOMER') await endGrantsOf(id)
    await recordChange({ subject: 'user', subject_id: id, action: ACTION, was, became })
    if (!forgotten.has(id)) lowered.push(gone.has(id) ? name : `${name} (${became.role_code} now)`)
  }
  return lowered
}

/** Uses up the codes of known people that are not on the list of unused ones. Says nothing of later people. */
async function useCodes({ roles, codes }: Leavers): Promise<void> {
  if (!codes) return
  await execute(
    `UPDATE recovery_codes SET used_at = NOW(3)
      WHERE used_at IS NULL AND user_id IN (?) AND code_hash NOT IN (?)`,
    [
      [0, ...Object.keys(roles).map(Number)],
      ['', ...Object.values(codes).flat()],
    ],
  )
}

const ACTION = 'keep from returning'

/** Revokes a till, or adds it as revoked: its certificate would bring it back. Returns whether it did. */
async function revoke({ id, code, name, device_id }: RevokedTill): Promise<boolean> {
  const known = await selectOne<{ id: number; device_id: string; status_code: string }>(
    'SELECT id, device_id, status_code FROM tills WHERE device_id = :device_id OR id = :id OR code = :code ORDER BY device_id = :device_id DESC LIMIT 1 FOR UPDATE',
    { id, code, device_id },
  )
  if (known && (known.device_id !== device_id || known.status_code === 'REVOKED')) return false
  if (known) await execute("UPDATE tills SET status_code = 'REVOKED' WHERE id = ?", [known.id])
  else await insertRow('tills', { id, code, name, device_id, status_code: 'REVOKED' })
  await recordChange({
    subject: 'till',
    subject_id: known?.id ?? id,
    action: ACTION,
    was: known && { status_code: known.status_code },
    became: { status_code: 'REVOKED' },
  })
  return true
}
