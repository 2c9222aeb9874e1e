import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stiltedIn, TELL_TALES } from '#tests/support/house/plain-english.ts'
import { projectFiles } from '#tests/support/house/project-files.ts'

/** These name the phrases. */
const NAMES_THEM = /^tests\/(support|unit)\/house\/plain-english\.(test\.)?ts$/
const isRead = (path: string) => /^(api|pwa|sync|tests)\/.*\.(ts|tsx|mjs|css|md)$/.test(path) && !NAMES_THEM.test(path)
const files = projectFiles().filter(isRead)

test('comments and texts are in plain English', () => {
  expect(files.length).toBeGreaterThan(1_300)
  expect(files.filter(path => path.startsWith('tests/')).length).toBeGreaterThan(400)
  expect(stiltedIn(new Map(files.map(path => [path, readFileSync(path, 'utf8')])))).toEqual([])
})

test.each(TELL_TALES)('finds “$phrase” when a comment or a text says it', ({ control, better }) => {
  const said = {
    'api/a.ts': `\n/** ${control.replaceAll(' ', '\n * ')} */\nexport const a = 1`,
    'api/b.ts': `// ${control}\nexport const b = 1`,
    'pwa/c.tsx': `export const c = <p title={${JSON.stringify(control)}} />`,
    'pwa/d.tsx': `export const d = <p>${control}</p>`,
    'sync/e.ts': `export const e = (n: number) => \`\${n} ${control}\``,
    'pwa/f.css': `/* ${control} */ a { color: red }`,
    'api/README.md': control,
    'tests/api/g.test.ts': `test(${JSON.stringify(control)}, () => {})`,
    'tests/api/h.test.ts': `test(${JSON.stringify(control.replace(/\.$/, ''))}, () => {})`,
  }
  for (const [path, source] of Object.entries(said))
    expect(stiltedIn(new Map([[path, source]]))).toEqual([
      expect.stringMatching(new RegExp(`^${path}:\\d+ says “.+”: better ${better}\\.$`)),
    ])
})

test('names the line when the phrase is inside a long comment', () => {
  expect(stiltedIn(new Map([['api/a.ts', '\n/**\n * Puts it where it\n * belongs\n * into.\n */']]))).toEqual([
    'api/a.ts:4 says “belongs into”: better belongs in, or: call inside.',
  ])
})

test('allows code and plain words that look alike', () => {
  const code =
    'const anew = asItWere(byNow)\n/** Codes such as SALE, in any order; nobody knows the rest. */\nvoid anew'
  expect(stiltedIn(new Map([['api/a.ts', code]]))).toEqual([])
})
