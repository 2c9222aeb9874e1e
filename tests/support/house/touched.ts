import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { nearestTests } from '#tests/support/house/nearest-tests.ts'
import { projectFiles } from '#tests/support/house/project-files.ts'

// Run by `npm run check`: prints the tests to run for what is changed or, without changes, for the latest commit.
const changed = changedFiles()
const paths = new Set([...projectFiles(), ...changed].filter(path => /\.(ts|tsx)$/.test(path) && existsSync(path)))
const sources = new Map([...paths].map(path => [path, readFileSync(path, 'utf8')]))
console.log(JSON.stringify(nearestTests(changed, sources)))

function changedFiles(): string[] {
  try {
    const now = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
    return now.length > 0 ? now : git('diff', '--name-only', 'HEAD~1')
  } catch {
    return [] // a copy without history
  }
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(path => path !== '')
}
