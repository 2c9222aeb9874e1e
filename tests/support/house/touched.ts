import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { importsOf } from '#tests/support/house/architecture.ts'
import { projectFiles } from '#tests/support/house/project-files.ts'

const MOST = 12
/** Tests that need no database and no browser, but more than a moment. */
const CHEAP = /^tests\/(pwa\/.*|sync\/till\/.*)\.test\.tsx?$/

console.log(touched().join('\n'))

/** The nearest of these tests that import the changed files or, without changes, the files of the latest commit. */
function touched(): string[] {
  const importers = new Map<string, string[]>()
  for (const path of projectFiles().filter(name => /\.(ts|tsx)$/.test(name)))
    for (const name of importsOf(path, readFileSync(path, 'utf8')))
      importers.set(name, [...(importers.get(name) ?? []), path])
  const reached = new Set(changedFiles())
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer)
  return [...reached].filter(path => CHEAP.test(path)).slice(0, MOST)
}

function changedFiles(): string[] {
  try {
    const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
    return changed.length > 0 ? changed : git('diff', '--name-only', 'HEAD~1')
  } catch {
    return [] // a copy without history
  }
}

const git = (...args: string[]): string[] =>
  execFileSync('git', [...args, '--', 'api', 'pwa', 'sync', 'tests'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .split('\n')
    .filter(path => path !== '')
