import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

// Run by hand on two trees: `vitest list --config tests/vitest.config.ts --static-parse --json=FILE` in each of them,
// then `node --import tsx tests/support/compare-titles.ts BEFORE AFTER` lists the titles that are gone, new or moved.
const [before, after] = process.argv.slice(2).map(path => titlesIn(path))
const gone = [...before!].filter(([title]) => !after!.has(title))
const added = [...after!].filter(([title]) => !before!.has(title))
const moved = [...before!].filter(([title, file]) => (after!.get(title) ?? file) !== file)

console.log(`${before!.size} titles before, ${after!.size} after`)
for (const [title, file] of gone) console.log(`gone    ${file}: ${title}`)
for (const [title, file] of added) console.log(`new     ${file}: ${title}`)
for (const [title, file] of moved) console.log(`moved   ${file} → ${after!.get(title)}: ${title}`)

/** The files of each title. The same title in another file counts separately. */
function titlesIn(path: string): Map<string, string> {
  const listed = JSON.parse(readFileSync(resolve(path), 'utf8')) as { name: string; file: string }[]
  const files = new Map<string, Set<string>>()
  for (const { name, file } of listed)
    files.set(name, (files.get(name) ?? new Set()).add(file.slice(file.lastIndexOf('/tests/') + 1)))
  return new Map([...files].map(([name, names]) => [name, [...names].sort().join(', ')]))
}
