import { enter, type Entered } from '#api/auth/enter.ts'
import { basisOf } from '#api/factors/sign-in-basis.ts'
import { selectOne } from '#api/db/database.ts'

/** Signs a person in who has just been recognised. */
export async function enterAs(user_id: number, earlier: string | null, device_name: string | null): Promise<Entered> {
  const person = await selectOne<{ password_hash: string; role_code: string; status_code: string }>(
    'SELECT password_hash, role_code, status_code FROM users WHERE id = ?',
    [user_id],
  )
  return enter({ user_id, basis: basisOf(person!) }, earlier, device_name)
}
