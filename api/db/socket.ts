import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '#api/refusal.ts'

const LONGEST = 100 // bytes; the kernel takes 107, macOS 103

/**
 * Where the private database in `dir` listens: beside it, or, where that path is too long for a socket, in a short folder
 * of this user's own that every process finds again by the same rule.
 * @throws {Refusal} when that folder belongs to somebody else
 */
export function socketPath(dir: string): string {
  const beside = `${dir}.sock`
  if (Buffer.byteLength(beside) <= LONGEST) return beside
  const folder = join(tmpdir(), `selvedge-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(folder)
  if ((process.getuid && uid !== process.getuid()) || (mode & 0o077) !== 0) throw new Refusal(`${folder} belongs to somebody else, and the database's socket has to go there.`)
  return join(folder, 'database.sock')
}
