import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal } from '#api/boot/refusal.ts'

let updated = false

/** The path of the first of these programs on PATH or in the system's sbin folders; null if there is none. */
export function findProgram(...names: string[]): string | null {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/local/sbin',
    '/usr/sbin',
    '/usr/local/bin',
    '/usr/bin',
    '/opt/homebrew/bin',
  ]
  for (const name of names) {
    const found = folders.map(folder => join(folder, name)).find(isExecutable)
    if (found) return found
  }
  return null
}

/**
 * Installs system packages with apt, if that works without a prompt.
 * @throws {Refusal} that names the packages, if it does not
 */
export async function installPackages(packages: string[], purpose: string): Promise<void> {
  const apt = aptCommand()
  if (!apt)
    throw new Refusal(
      `${purpose} is missing. Please install it: on Debian or Ubuntu 'sudo apt-get install ${packages.join(' ')}'.`,
    )
  console.log(`Installing ${packages.join(', ')} …`)
  // An outdated package list may still do.
  if (!updated) await run(apt, ['update'])
  updated = true
  const done = await run(apt, ['install', '-y', '--no-install-recommends', ...packages])
  if (!done)
    throw new Refusal(
      `${purpose} is missing and 'apt-get install ${packages.join(' ')}' failed. Please install it by hand.`,
    )
}

function aptCommand(): string[] | null {
  const apt = findProgram('apt-get')
  if (!apt) return null
  if (process.getuid?.() === 0) return [apt]
  const sudo = findProgram('sudo')
  return sudo && spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? [sudo, '-n', apt] : null
}

function run([program, ...before]: string[], args: string[]): Promise<boolean> {
  const child = spawn(program!, [...before, '-qq', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return new Promise(resolve => child.on('error', () => resolve(false)).on('close', code => resolve(code === 0)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
