import { createHash } from 'node:crypto'

interface Person {
  password_hash: string
  role_code: string
  status_code: string
}

/** What a sign-in rests on, as one text: a change of password, role or status ends what was begun before it. */
export const basisOf = ({ password_hash, role_code, status_code }: Person): string =>
  createHash('sha256').update(`${password_hash}\n${role_code}\n${status_code}`).digest('hex')
