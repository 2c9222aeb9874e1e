import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { BUILDS_DIR } from '#tests/support/server.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** The last state of the sources in which a till had no key. */
const COMMIT = '32d54c22a15f9599e3be13cc18d0c212a7a03b72'
const SOURCES = ['package.json', 'package-lock.json', 'tsconfig.json', 'pwa', 'sync', 'public']

/**
 * The pages as they were built before a till signed anything, made of the project's own history: a folder of a build,
 * made once. Null where the history is not here, as in a copy of the sources alone.
 */
export async function buildBefore(): Promise<string | null> {
  const dir = join(BUILDS_DIR, '..', `build-${COMMIT.slice(0, 12)}`)
  if (existsSync(dir)) return dir
  if (!hasHistory()) return null
  const work = mkdtempSync(join(tmpdir(), 'selvedge-before-'))
  try {
    unpack(work, SOURCES)
    const made = join(work, 'made')
    await Promise.all([runVite(work, made, []), runVite(work, join(made, '.server'), ['--ssr', 'server.tsx'])])
    mkdirSync(join(dir, '..'), { recursive: true })
    renameSync(made, dir)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return dir
}

/**
 * The sources of what a till of that build sells and sends by, in a folder of their own. Null where the history is not
 * here. Whoever asks removes it.
 */
export function sourcesBefore(): string | null {
  if (!hasHistory()) return null
  const work = mkdtempSync(join(tmpdir(), 'selvedge-till-before-'))
  unpack(work, ['package.json', 'sync'])
  return work
}

/** Their packages are those of today. */
function unpack(folder: string, sources: readonly string[]): void {
  execFileSync('tar', ['-x', '-C', folder], {
    input: execFileSync('git', ['archive', COMMIT, ...sources], { cwd: ROOT, maxBuffer: 1 << 28 }),
  })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

function hasHistory(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const runVite = (cwd: string, outDir: string, more: string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      join(ROOT, 'node_modules/vite/bin/vite.js'),
      'build',
      ...more,
      '--config',
      'pwa/vite.config.ts',
      '--configLoader',
      'runner',
      '--logLevel',
      'error',
    ],
    { cwd, env: { ...process.env, BUILD_DIR: outDir, NODE_ENV: 'production' } },
  )
