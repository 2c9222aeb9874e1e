import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onStop, stopWith } from '#api/boot/lifetime.ts'
import { findProgram, installPackages } from '#api/boot/packages.ts'
import { programs } from '#api/db/install.ts'
import { Refusal } from '#api/boot/refusal.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VITEST = 'node_modules/vitest/vitest.mjs'

/** `npm test`: every suite, or what vitest is told by the arguments. */
export async function runTests(args: string[]): Promise<void> {
  await programs()
  await ensureChromium()
  await stopWith(await node([VITEST, 'run', ...args]))
}

/** `npm run test:faults`: the same tests in their full size. */
export async function runFaults(args: string[]): Promise<void> {
  process.env.FAULTS = 'full'
  await runTests(args)
}

/** `npm run check`: types, lint and the tests that need neither a database nor a browser, in seconds. */
export async function runChecks(): Promise<void> {
  const codes = await Promise.all([node(['node_modules/typescript/bin/tsc', '--noEmit']), node(['node_modules/oxlint/bin/oxlint'])])
  codes.push(await node([VITEST, 'run', '--project', 'unit']))
  await stopWith(codes.every(code => code === 0) ? 0 : 1)
}

/** `npm run bench`: every file of tests/bench, one after the other, or those whose names hold an argument. */
export async function runBenchmarks(args: string[]): Promise<void> {
  await programs()
  await ensureChromium()
  const files = readdirSync(`${ROOT}/tests/bench`).filter(name => name.endsWith('.ts') && (args.length === 0 || args.some(part => name.includes(part))))
  for (const file of files.sort()) {
    if (await node(['--import', 'tsx', `tests/bench/${file}`]) !== 0) throw new Refusal(`The benchmark ${file} failed.`)
  }
  await stopWith(0)
}

async function ensureChromium(): Promise<void> {
  if (!findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')) await installPackages(['chromium', 'fonts-liberation'], 'Chromium')
}

/** Runs a program of node_modules in a process of its own and gives its exit code. */
function node(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  onStop(() => child.kill('SIGTERM'))
  return new Promise(resolve => child.on('error', () => resolve(1)).on('close', code => resolve(code ?? 1)))
}
