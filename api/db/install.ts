import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { onStop } from '#api/boot/lifetime.ts'
import { findProgram, installPackages } from '#api/boot/packages.ts'
import { Refusal } from '#api/boot/refusal.ts'

export interface Programs {
  server: string
  install: string
}

/**
 * The path of MariaDB's programs. Installs them first if that works.
 * @throws {Refusal} that says what to install
 */
export async function programs(): Promise<Programs> {
  const found = find()
  if (found) return found
  await installPackages(['mariadb-server-core', 'mariadb-client-core'], 'MariaDB')
  const installed = find()
  if (!installed)
    throw new Refusal(
      'MariaDB is installed, and still mariadbd, mariadb-install-db or my_print_defaults is not on PATH.',
    )
  return installed
}

const MOST_SAID = 1_000

/**
 * Creates the system tables in `dir` if they are missing. Builds them aside and renames them, so a crash leaves all or
 * nothing.
 */
export async function installDatabase(dir: string, { install }: Programs): Promise<void> {
  removeDrafts(dir)
  if (existsSync(dir)) return
  const draft = mkdtempSync(`${dir}.new-`)
  const fault = await faultOf(install, [
    '--no-defaults',
    `--datadir=${draft}`,
    ...asOwner(),
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ])
  if (fault !== null)
    throw new Refusal(
      `The database's files could not be made in ${dir}. Is there room on the disk, and may this user write there?\n${fault}`,
    )
  renameSync(draft, dir)
}

/** Removes drafts of killed starts. If one of their processes is still writing, a later start removes them. */
function removeDrafts(dir: string): void {
  for (const name of readdirSync(dirname(dir)).filter(present => present.startsWith(`${basename(dir)}.new-`))) {
    try {
      rmSync(join(dirname(dir), name), { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    }
  }
}

/** MariaDB refuses to run as root unless told to. */
export const asOwner = () => (process.getuid?.() === 0 ? ['--user=root'] : [])

function find(): Programs | null {
  const server = findProgram('mariadbd', 'mysqld')
  const install = findProgram('mariadb-install-db', 'mysql_install_db')
  return server && install && findProgram('my_print_defaults') ? { server, install } : null
}

/** The end of what a failed program said; null if it did its work. */
function faultOf(program: string, args: string[]): Promise<string | null> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  onStop(() => child.kill('SIGTERM'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (words: string) => {
      said = (said + words).slice(-MOST_SAID)
    })
  return new Promise(resolve =>
    child
      .on('error', ({ message }) => resolve(message))
      .on('close', code => resolve(code === 0 ? null : said.trim() || `${program} ended with ${code}.`)),
  )
}
