import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '#api/boot/refusal.ts'

const LONGEST = 100 // bytes; the kernel takes 107, macOS 103

/**
 * Where the private database in `dir` listens: in it, or, where that path is too long for a socket, in a short folder
 * that every process finds again by the same rule. Both folders are this user's alone, because the database asks for no
 * password.
 * @throws {Refusal} when that folder belongs to somebody else
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
