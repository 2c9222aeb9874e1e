import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFiles } from '#tests/support/house/project-files.ts'
import { decisionsIn, faultsOf, linesAt, pathsIn, recipesIn } from '#tests/support/house/readme.ts'

const readme = readFileSync('README.md', 'utf8')
const recipes = recipesIn(readme)

test('has a README of 200 lines at most, with a recipe for each thing that is often added', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(200)
  expect(recipes.map(([name]) => name)).toEqual([
    'An entity',
    'A route',
    'A screen',
    'A kind of mutation',
    'A setting',
    'A migration',
    'A test',
  ])
})

test.each(recipes)('%s: a recipe of eight lines at most, with an example, whose files exist', (_, text) => {
  expect(linesAt(text)).toBeLessThanOrEqual(8)
  expect(text).toMatch(/Example: /)
  expect(pathsIn(text.split('Example: ')[1]!).length).toBeGreaterThan(0)
  expect(pathsIn(text).filter(path => !existsSync(path))).toEqual([])
})

test('control: tells a recipe with a lost file', () => {
  expect(
    pathsIn('type it in `sync/lost/`, as `sql/migrations/NNNN_subject.sql` and `note.left` (`api/lost.ts`)'),
  ).toEqual(['sync/lost/', 'api/lost.ts'])
})

/** The files of production, without screens, that know a kind by its name or its module. */
const costOf = (kind: RegExp) =>
  projectFiles().filter(path => /^(api|sync)\/.*\.ts$/.test(path) && kind.test(readFileSync(path, 'utf8')))

test('a kind of mutation costs four files of production beside its screens', () => {
  expect(costOf(/\bNOTE_LEFT\b|\bnoteLeft\b|'note\.left'|note-left\.ts'/)).toEqual([
    'api/mutation-kinds.ts',
    'api/notes/note-left.ts',
    'sync/protocol/kinds/note-left.ts',
    'sync/till/kinds/known-kinds.ts',
  ])
})

/** Where the paths of a decision begin: in its own room, or in the one that it names. */
const isIn = (room: string) => (path: string) =>
  [room, '.', 'api', 'sync', 'pwa', 'tests', 'sync/protocol'].some(from => existsSync(`${from}/${path}`))

test.each(['api', 'sync', 'pwa', 'tests'])(
  'the decisions of %s are ten lines at most, and name code that is there',
  room => {
    const decisions = decisionsIn(readFileSync(`${room}/README.md`, 'utf8'))
    expect(decisions.length).toBeGreaterThan(4)
    expect(
      decisions.flatMap(text => faultsOf(text, isIn(room)).map(fault => `${text.split('\n')[0]}: ${fault}`)),
    ).toEqual([])
  },
)

test.each([
  ['a long one', `**A.** ${'word '.repeat(300)}In code: \`a.ts\`.`, ['is 11 lines long; 10 are the most']],
  ['one without code', '**A.** It is so.', ['names no code']],
  ['one whose code is gone', '**A.** In code: `a.ts`, `lost/b.ts`.', ['names lost/b.ts, which is not there']],
  ['one that keeps the rules', '**A.** It is so.\nIn code: `a.ts`; `npm run audit` checks it.', []],
])('control of decisions: %s', (_, text, faults) => {
  expect(decisionsIn(`# Title\n\n${text}\n\n## More`).flatMap(each => faultsOf(each, path => path === 'a.ts'))).toEqual(
    faults,
  )
})
