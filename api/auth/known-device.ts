import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import { deviceCookie, setDeviceCookie } from '#api/auth/cookies.ts'
import { deviceMark, deviceMarks } from '#api/auth/tokens.ts'
import { selectOne } from '#api/db/database.ts'

/** Several people share a tablet. One more pushes out the person who signed in longest ago. */
const MOST_PEOPLE = 8
const DEVICE = /^[\w-]{22}$/
const PERSON = /^([1-9]\d{0,9})-([\w-]{22})$/

interface Person {
  user_id: number
  mark: string
}
interface Known {
  device: string
  people: Person[]
}
interface Account {
  id: number
  password_hash: string
}

/**
 * The device a request comes from, if this person signed in on it since their password last changed; else null. The
 * cookie proves it: each mark is signed and binds the device to one person and their password.
 */
export async function deviceOf(ctx: Context, email: string): Promise<string | null> {
  const known = readCookie(ctx)
  if (!known) return null
  const account = await selectOne<Account>('SELECT id, password_hash FROM users WHERE email = ?', [email])
  return account && isKnown(known, account) ? known.device : null
}

/** Remembers that a person signed in on this device. */
export async function rememberDevice(ctx: Context, user_id: number): Promise<void> {
  const account = await selectOne<Account>('SELECT id, password_hash FROM users WHERE id = ?', [user_id])
  if (!account) return
  const { device, people } = readCookie(ctx) ?? { device: randomBytes(16).toString('base64url'), people: [] }
  const own = { user_id, mark: deviceMark(device, account) }
  const others = people.filter(person => person.user_id !== user_id).slice(0, MOST_PEOPLE - 1)
  setDeviceCookie(ctx, [device, ...[own, ...others].map(person => `${person.user_id}-${person.mark}`)].join('.'))
}

function isKnown({ device, people }: Known, account: Account): boolean {
  const shown = people.find(({ user_id }) => user_id === account.id)
  return (
    shown !== undefined &&
    deviceMarks(device, account).some(mark => timingSafeEqual(Buffer.from(mark), Buffer.from(shown.mark)))
  )
}

/** What the cookie claims; null if it is malformed. */
function readCookie(ctx: Context): Known | null {
  const [device = '', ...rest] = (deviceCookie(ctx) ?? '').split('.', MOST_PEOPLE + 2)
  const people = rest
    .map(text => PERSON.exec(text))
    .map(found => found && { user_id: Number(found[1]), mark: found[2]! })
  return DEVICE.test(device) && people.length <= MOST_PEOPLE && people.every(person => person !== null)
    ? { device, people }
    : null
}
