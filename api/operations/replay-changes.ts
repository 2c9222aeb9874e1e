import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { findProgram, installPackages } from '#api/boot/packages.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { folderOfLog, idOfLog } from '#api/db/change-log.ts'
import { databaseName, rows, withConnection } from '#api/db/connection.ts'
import type { Manifest } from '#api/operations/archive.ts'

interface Programs {
  reader: string
  client: string
}
/** Changes to replay, from `position` in the first file. */
interface Changes {
  files: string[]
  position: number
  until: Date
  programs: Programs
}

/**
 * Finds the changes between a backup and a moment. Leaves out changes by the server's current run, which is this
 * restore.
 * @throws {Refusal} if the log does not cover that time, or its reader is missing
 */
export async function changesSince({ log, made_at }: Manifest, until: Date, url: string): Promise<Changes> {
  if (until < new Date(made_at)) throw new Refusal(`This backup was made later, at ${made_at}. Choose an older one.`)
  const { folder, names } = await withConnection(url, async connection => {
    const place = await folderOfLog(connection)
    return {
      folder: place,
      names: place
        ? (await rows<{ Log_name: string }>(connection, 'SHOW BINARY LOGS')).map(({ Log_name }) => Log_name)
        : [],
    }
  })
  if (!log || !folder) throw new Refusal('This backup has no log of changes. Leave out --until.')
  if (log.id !== idOfLog(folder))
    throw new Refusal(
      'This backup was made in another DATA_DIR, whose log of changes is not here: leave --until out, or restore it there.',
    )
  // The server opened the last file when it started for this restore.
  const files = names.slice(names.indexOf(log.file), -1).map(name => join(folder, name))
  if (!names.includes(log.file) || !files.every(file => existsSync(file)))
    throw new Refusal(
      `The log of changes does not reach back to this backup: ${log.file} is gone. Choose a newer one, or leave --until out.`,
    )
  return { files, position: log.position, until, programs: await findPrograms() }
}

/** Replays the changes in the restored database. @throws {Refusal} if one fails */
export async function replay({ files, position, until, programs }: Changes, url: string): Promise<void> {
  if (files.length === 0) return
  // The reader reads times in TZ and stops at the first change of that second or later.
  const stop = new Date(Math.floor(until.getTime() / 1000) * 1000 + 1000).toISOString().slice(0, 19).replace('T', ' ')
  // A replayed change is logged under its first number again, so numbers may fall. Readers before 10.8 do not check.
  const reader = spawn(
    programs.reader,
    [
      '--no-defaults',
      '--loose-skip-gtid-strict-mode',
      `--start-position=${position}`,
      `--stop-datetime=${stop}`,
      ...files,
    ],
    { env: { ...process.env, TZ: 'UTC' }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const client = spawn(
    programs.client,
    ['--no-defaults', '--binary-mode', '--max-allowed-packet=1G', ...optionsOf(url)],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  )
  const [readerSaid, clientSaid] = [text(reader.stderr), text(client.stderr)]
  const ends = [reader, client].map(
    child =>
      new Promise<number>(resolve => child.once('error', () => resolve(-1)).once('close', code => resolve(code ?? -1))),
  )
  await pipeline(reader.stdout, client.stdin).catch(() => {}) // the failed program says why
  const [read, done] = await Promise.all(ends)
  if (read === 0 && done === 0) return
  const lines = (done === 0 ? await readerSaid : await clientSaid).trim().split('\n')
  const said = lines.find(line => line.startsWith('ERROR')) ?? lines[0]
  throw new Refusal(
    `The changes in ${files.map(file => basename(file)).join(', ')} could not be repeated: ${said}. The backup and the log are unchanged: restore again, up to an earlier time or without --until.`,
  )
}

function optionsOf(url: string): string[] {
  const { searchParams } = new URL(url)
  return ['--user=root', `--socket=${searchParams.get('socketPath')}`, databaseName(url)]
}

async function findPrograms(): Promise<Programs> {
  const find = () => findProgram('mariadb-binlog', 'mysqlbinlog')
  if (!find()) await installPackages(['mariadb-client'], 'mariadb-binlog')
  const [reader, client] = [find(), findProgram('mariadb', 'mysql')]
  if (!reader || !client) throw new Refusal('MariaDB is installed, and still mariadb-binlog or mariadb is not on PATH.')
  return { reader, client }
}
