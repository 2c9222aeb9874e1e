import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

// Run by hand on two trees: `vitest list --config tests/vitest.config.ts --static-parse --json=FILE` in each of them,
// then `node --import tsx tests/support/house/compare-titles.ts BEFORE AFTER` lists the titles that are gone, new or moved.
// What renamed-titles.tsv renames counts as the same.
const renamed = readFileSync(new URL('renamed-titles.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map(line => line.split('\t') as [file: string, old: string, title: string])
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
  for (const { name: listedName, file: path } of listed) {
    const file = path.slice(path.lastIndexOf('/tests/') + 1)
    const name = currentName(listedName, file)
    files.set(name, (files.get(name) ?? new Set()).add(file))
  }
  return new Map([...files].map(([name, names]) => [name, [...names].sort().join(', ')]))
}

/** A listed name joins the titles of its groups and its own by ' > '. */
function currentName(name: string, file: string): string {
  const titles = new Map(renamed.filter(([where]) => where === file).map(([, old, title]) => [old, title]))
  return name
    .split(' > ')
    .map(title => titles.get(title) ?? title)
    .join(' > ')
}
