import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { rows, withConnection } from '#api/db/connection.ts'
import { namesLocks } from '#tests/support/late.ts'

interface Witness {
  /** What it said since it was last marked. */
  said: () => string | Promise<string>
  mark: () => void
}

declare global {
  /** On the process, because a worker gives each file of the API new modules. */
  var lockWitnesses: Set<Witness> | undefined
}
const witnesses = (globalThis.lockWitnesses ??= new Set())

/** Has a failing test look at an output for what it says of locks. `words`: all of it so far. */
export function listenForLocks(words: () => string): void {
  let from = 0
  witnesses.add({ said: () => words().slice(from), mark: () => void (from = words().length) })
}

/** The same of a log file. `name`: only lines with this word count, because several files share a database server. */
export function readForLocks(log: string, name: string): void {
  let from = 0
  const said = () => textFrom(log, from).split('\n')
  witnesses.add({
    said: () => (said().some(line => line.includes(`\`${name}\``)) ? 'A deadlock in the database log.' : ''),
    mark: () => void (from = sizeOf(log)),
  })
}

/** The same of a database at the moment of failure: which of its statements wait for a lock. */
export function askForLocks(url: string): void {
  witnesses.add({ said: () => Promise.race([waitingIn(url), sleep(ASK_MS, '')]), mark: () => {} })
}

/** From now on counts. */
export function markWitnesses(): void {
  for (const { mark } of witnesses) mark()
}

export const forgetWitnesses = (): void => witnesses.clear()

/** What any of them said of a lock wait, a deadlock or an empty pool since the last mark. */
export async function lockTrouble(): Promise<string | undefined> {
  const said = await Promise.all([...witnesses].map(witness => witness.said()))
  return said.flatMap(words => words.split('\n')).find(namesLocks)
}

const ASK_MS = 5_000
const WAITING = `SELECT p.INFO AS statement FROM information_schema.INNODB_TRX t
  JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id
  WHERE t.trx_state = 'LOCK WAIT' AND p.DB = DATABASE() AND p.INFO IS NOT NULL`

async function waitingIn(url: string): Promise<string> {
  try {
    const waiting = await withConnection(url, connection => rows<{ statement: string }>(connection, WAITING))
    return waiting.map(({ statement }) => `lock wait: ${statement}`).join('\n')
  } catch {
    return '' // the database is away
  }
}

function textFrom(path: string, from: number): string {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - from))
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from))
    } finally {
      closeSync(file)
    }
  } catch {
    return '' // the log is not there
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
