import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort, runShop } from '#tests/support/server/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-refused-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const preloaded = (what: string) => ({
  NODE_OPTIONS: `--import ${new URL(`../../support/hostile/${what}.mjs`, import.meta.url)}`,
})

/** Starts the shop on a machine that lacks something; how it ends. */
async function refused(env: Record<string, string>, args = ['start']) {
  const { exit, words } = runShop(args, { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), ...env })
  const code = await exit
  expect(words()).not.toMatch(/^\s+at /m)
  return { code, words: words() }
}

/**
 * A folder for PATH in which apt fails and sudo needs no password; what apt was asked.
 */
function failingApt(): { path: string; asked: () => string[] } {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const asked = join(bin, 'asked')
  for (const [name, script] of [
    ['apt-get', `echo "$@" >> '${asked}'\nexit 100`],
    ['sudo', 'shift\nexec "$@"'],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  return { path: `${bin}:${process.env.PATH}`, asked: () => readFileSync(asked, 'utf8').trim().split('\n') }
}

test.each([
  ['start', []],
  ['test', ['tests/unit/goods/fit.test.ts']],
])('says what to install when MariaDB and apt are missing for `%s`', async (command, args) => {
  const { code, words } = await refused({ ...preloaded('without-mariadb'), NO_APT: '1' }, [command, ...args])
  expect([code, words.trim()]).toEqual([
    1,
    "MariaDB is missing. Please install it: on Debian or Ubuntu 'sudo apt-get install mariadb-server-core mariadb-client-core'.",
  ])
})

test('says so when apt fails, and what was tried', async () => {
  const { path, asked } = failingApt()
  const { code, words } = await refused({ ...preloaded('without-mariadb'), PATH: path })
  expect([code, words]).toEqual([
    1,
    expect.stringContaining(
      "MariaDB is missing and 'apt-get install mariadb-server-core mariadb-client-core' failed. Please install it by hand.",
    ),
  ])
  expect(asked()).toEqual([
    '-qq update',
    '-qq install -y --no-install-recommends mariadb-server-core mariadb-client-core',
  ])
})

test.each(['18.20.8', '20.18.3'])('starts nothing on Node.js %s and says which version is needed', async version => {
  const { code, words } = await refused({ ...preloaded('old-node'), OLD_NODE: version })
  expect([code, words.trim()]).toEqual([1, `The shop needs Node.js 20.19 or newer; this is ${version}.`])
})

test('says in one sentence that packages cannot be installed, and runs none of their scripts', () => {
  const root = join(folder, 'bare')
  mkdirSync(join(root, 'api'), { recursive: true })
  for (const file of ['api/start.mjs', 'package.json', 'package-lock.json']) cpSync(file, join(root, file))
  const npm = join(root, 'npm.js')
  writeFileSync(
    npm,
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('asked', process.argv.slice(2).join(' '))\nprocess.exit(1)\n",
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, ['api/start.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, npm_execpath: npm },
  })
  expect([status, stdout.trim(), stderr.trim()]).toEqual([
    1,
    'Installing packages …',
    'The packages could not be installed: npm ci failed. Check the connection and try again.',
  ])
  expect(readFileSync(join(root, 'asked'), 'utf8')).toBe('ci --include=dev --ignore-scripts --loglevel=error')
})
