import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '#api/boot/refusal.ts'

const LONGEST = 100 // bytes; Linux allows 107, macOS 103

/**
 * The socket path of the private database in `dir`: inside it, or, if that path is too long, in a short folder that
 * every process derives the same way. Only this user can open either folder, because the database asks for no password.
 * @throws {Refusal} if somebody else owns that folder
 */
export function socketPath(dir: string): string {
  const within = join(dir, 'server.sock')
  if (Buffer.byteLength(within) <= LONGEST) return within
  const folder = join(tmpdir(), `selvedge-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(folder)
  if ((process.getuid && uid !== process.getuid()) || (mode & 0o077) !== 0)
    throw new Refusal(`${folder} belongs to somebody else, and the database's socket has to go there.`)
  return join(folder, 'database.sock')
}
