import { importsOf } from '#tests/support/house/architecture.ts'

const UNIT = /^tests\/unit\/.*\.test\.tsx?$/
/** They read the sources, whatever changed. */
const RULES = /^tests\/unit\/house\//
/** Starts vitest itself, which takes as long as all others: no import tells that it runs these. */
const RUNNER = 'tests/unit/house/suite.test.ts'
const OF_RUNNER = /^(tests\/support\/suite\/|tests\/unit\/house\/suite\.)/
/** No import tells who reads SQL, JSON and CSV. */
const READ_BY_ANY = /\.(sql|json|csv|tsv|mjs)$/
/** Tests that need no database and no browser, but more than a moment. */
const SCREENS = /^tests\/(pwa\/.*|sync\/till\/.*)\.test\.tsx?$/
const MOST_SCREENS = 4

/**
 * The tests that `npm run check` runs: the house's rules, those of tests/unit that import a changed file, however far
 * away, and the nearest of screens and tills. `sources`: the text of each source file, by its path; tests among them.
 */
export function nearestTests(changed: readonly string[], sources: ReadonlyMap<string, string>) {
  const importers = new Map<string, string[]>()
  for (const [path, text] of sources)
    for (const name of importsOf(path, text)) importers.set(name, [...(importers.get(name) ?? []), path])
  const reached = new Set(changed)
  for (const path of reached) for (const importer of importers.get(path) ?? []) reached.add(importer)
  const mayConcernAny = changed.some(path => READ_BY_ANY.test(path) && !OF_RUNNER.test(path))
  const isDue = (path: string) =>
    reached.has(path) ||
    (path === RUNNER ? changed.some(name => OF_RUNNER.test(name)) : RULES.test(path) || mayConcernAny)
  return {
    units: [...sources.keys()].filter(path => UNIT.test(path) && isDue(path)),
    screens: [...reached].filter(path => SCREENS.test(path) && sources.has(path)).slice(0, MOST_SCREENS),
  }
}
