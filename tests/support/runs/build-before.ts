import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { BUILDS_DIR } from '#tests/support/server/server.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** The last commit in which a till had no key. */
const COMMIT = '32d54c22a15f9599e3be13cc18d0c212a7a03b72'
const SOURCES = ['package.json', 'package-lock.json', 'tsconfig.json', 'pwa', 'sync', 'public']

/**
 * The pages of the last build without signatures, made once from the project's own history, as a folder of a build.
 * Null if the history is missing, as in a copy of the sources.
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

/** The sources of that build's till, in a new folder. Null if the history is missing. The caller removes the folder. */
export function sourcesBefore(): string | null {
  if (!hasHistory()) return null
  const work = mkdtempSync(join(tmpdir(), 'selvedge-till-before-'))
  unpack(work, ['package.json', 'sync'])
  return work
}

/** They use the current packages. */
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
