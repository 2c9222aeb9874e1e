import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const NOT_OURS = /^(\.git|node_modules|\.data|coverage|tests\/results)(\/|$)/

/** The files of the project: those under version control or, in a copy without it, all that are not generated. */
export function projectFiles(): string[] {
  if (existsSync('.git'))
    return execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 26 })
      .split('\0')
      .filter(path => path !== '' && existsSync(path))
  return readdirSync('.', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => `${entry.parentPath}/${entry.name}`.replace(/^\.\//, ''))
    .filter(path => !NOT_OURS.test(path))
}
