import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breachesIn, importsOf } from '#tests/support/house/architecture.ts'
import { projectFiles } from '#tests/support/house/project-files.ts'
import { textsOutsideWords } from '#tests/support/house/seen-texts.ts'
import { crumbsIn, staleReasons } from '#tests/support/house/sizes.ts'

const isText = (path: string) => /\.(ts|tsx|mjs|css)$/.test(path)

const house = new Map(projectFiles().map(path => [path, isText(path) ? readFileSync(path, 'utf8') : '']))

test('the house keeps its rules', () => {
  expect(house.size).toBeGreaterThan(300)
  expect(breachesIn(house)).toEqual([])
})

test('has no crumbs without a reason, and no reason for what is gone', () => {
  expect(crumbsIn(house)).toEqual([])
  expect(staleReasons(house)).toEqual([])
})

test('control of crumbs: tells a short file of production, and a reason without its file', () => {
  const tree = new Map([
    ['api/a.ts', 'x\n'.repeat(9)],
    ['api/b.ts', 'x\n'.repeat(10)],
    ['pwa/shop/a-words.ts', 'x\n'],
    ['tests/api/a.ts', 'x\n'],
  ])
  expect(crumbsIn(tree)).toEqual(['api/a.ts has 9 lines; fold it into a neighbour, or give its reason.'])
  expect(staleReasons(tree)).toContain('api/http/log.ts')
})

test('keeps what people read in files of words', () => {
  expect(textsOutsideWords(house)).toEqual([])
})

/** Each is code with a text in it, and what of it is told. */
const outsideWords: [what: string, code: string, texts: string[]][] = [
  ['text of an element', '<p>Sold out</p>', ['Sold out']],
  ['text beside elements', '<p>Here are <Link to="/shop">the goods</Link>.</p>', ['Here are', 'the goods']],
  [
    'text that depends on something',
    "<p>{left > 0 ? `Only ${left} left` : 'Sold out'}{isNew && ' and new'}</p>",
    ['Only … left', 'Sold out', 'and new'],
  ],
  ['a label that is heard', '<nav aria-label="Pages" />', ['Pages']],
  ['a label that depends on something', "<Button label={busy ? 'Adding…' : words.add} />", ['Adding…']],
  ['text inside of a template', "<i title={`${isNew ? 'new ' : ''}${name}`} />", ['new']],
  ['the head of a column', "COLUMNS = [{ head: 'Name', cell }]", ['Name']],
  ['a notice', "say({ kind: 'bad', words: 'Nothing came.' + more })", ['Nothing came.']],
  ['a text where none is given', "({ label = 'Close' }) => <Button label={label} />", ['Close']],
  ["what is wrong, by the shop's own error", "new ApiError(404, { code: 'not_found', message: 'Gone.' })", ['Gone.']],
  ['a sentence that is kept elsewhere', "NO_PRICE = ['Write a price in cedis.']", ['Write a price in cedis.']],
]

test.each(outsideWords)('control of words: %s', (_, code, texts) => {
  const said = texts.map(text => `pwa/shop/a.tsx:2 says “${text}”, which belongs in a file of words.`)
  expect(textsOutsideWords(new Map([['pwa/shop/a.tsx', `\nvoid (${code})`]]))).toEqual(said)
})

test.each(['pwa', 'pwa/gifts', 'pwa/staff/gift-cards', 'pwa/not-made-yet'])(
  'control of words: a text in %s',
  folder => {
    const path = `${folder}/a.ts`
    expect(textsOutsideWords(new Map([[path, "titled('Pay', 'Pay for your order.')"]]))).toEqual([
      `${path}:1 says “Pay for your order.”, which belongs in a file of words.`,
    ])
  },
)

test('allows what is not text, or is in a file of words', () => {
  const tree = new Map([
    [
      'pwa/shop/a.tsx',
      "export const A = ({ kind = 'plain', ...rest }: Props) => <Link to=\"/shop\" className={`a ${rest.isWide ? 'wide' : ''}`} title={words.title}>{words.left(3)} − {kind === 'small' && <b />} 5 %</Link>",
    ],
    [
      'pwa/shop/a.ts',
      "const NAMES = ['min', 'Enter', 'GET /api/cart']\nthrow new PopUpError('The script did not come.')",
    ],
    ['pwa/shop/a-words.ts', "export const gone = 'Sold out'"],
    ['pwa/shop/a-words.tsx', 'export const Empty = () => <p>Nothing is <b>here</b></p>'],
    ['api/mail/a.tsx', 'export const A = () => <p>Text</p>'],
  ])
  expect(textsOutsideWords(tree)).toEqual([])
})

/** Each breaks one rule, so each control says that its rule is kept by somebody. */
const broken: [what: string, tree: Record<string, string>, sentence: string][] = [
  [
    'protocol imports a package',
    { 'sync/protocol/sale.ts': "import Dexie from 'dexie'" },
    'sync/protocol/sale.ts imports dexie, which sync/protocol may not use.',
  ],
  [
    'protocol imports the till',
    { 'sync/protocol/sale.ts': "import { a } from '#sync/till/a.ts'", 'sync/till/a.ts': '' },
    'sync/protocol/sale.ts imports sync/till/a.ts: sync/protocol may not know sync/till.',
  ],
  [
    'the till imports the api',
    { 'sync/till/a.ts': "import { b } from '#api/b.ts'", 'api/b.ts': '' },
    'sync/till/a.ts imports api/b.ts: sync/till may not know api.',
  ],
  [
    'the api imports the pwa',
    { 'api/a.ts': "const b = await import('#pwa/b.ts')", 'pwa/b.ts': '' },
    'api/a.ts imports pwa/b.ts: api may not know pwa.',
  ],
  [
    'the api imports the till',
    { 'api/a.ts': "import '#sync/till/b.ts'", 'sync/till/b.ts': '' },
    'api/a.ts imports sync/till/b.ts: api may not know sync/till.',
  ],
  [
    'the pwa imports the worker',
    { 'pwa/a.ts': "import type { B } from '#sync/worker/b.ts'", 'sync/worker/b.ts': '' },
    'pwa/a.ts imports sync/worker/b.ts: pwa may not know sync/worker.',
  ],
  [
    'the api imports the tests',
    { 'api/a.ts': "import { b } from '#tests/support/b.ts'" },
    'api/a.ts imports tests/support/b.ts: api may not know tests.',
  ],
  [
    "the api imports a package that is the pwa's",
    { 'api/a.ts': "import { useState } from 'react'" },
    'api/a.ts imports react, which api may not use.',
  ],
  [
    "the pwa imports a package that is the api's",
    { 'pwa/a.ts': "import { readFileSync } from 'node:fs'" },
    'pwa/a.ts imports node:fs, which pwa may not use.',
  ],
  [
    'a room is reached by a relative path',
    { 'api/a.ts': "import { b } from '../sync/protocol/b.ts'", 'sync/protocol/b.ts': '' },
    'api/a.ts reaches sync/protocol/b.ts by a relative path.',
  ],
  [
    'http knows a subject',
    { 'api/http/a.ts': "import { b } from '#api/orders/b.ts'", 'api/orders/b.ts': '' },
    'api/http/a.ts imports api/orders/b.ts: api/http knows no subject.',
  ],
  [
    'the sandbox knows of orders',
    { 'api/sandbox/a.ts': "import { b } from '#api/orders/b.ts'", 'api/orders/b.ts': '' },
    'api/sandbox/a.ts imports api/orders/b.ts: api/sandbox knows no subject.',
  ],
  [
    'payments know that the provider is the sandbox',
    { 'api/payments/a.ts': "import { b } from '#api/sandbox/b.ts'", 'api/sandbox/b.ts': '' },
    'api/payments/a.ts imports the payment sandbox, api/sandbox/b.ts.',
  ],
  [
    'ui knows a subject',
    { 'pwa/ui/a.tsx': "import { b } from '#pwa/pos/b.ts'", 'pwa/pos/b.ts': '' },
    'pwa/ui/a.tsx imports pwa/pos/b.ts: pwa/ui knows no subject.',
  ],
  [
    "a subject imports another's routes",
    { 'api/orders/a.ts': "import { b } from '#api/stock/stock-routes.ts'", 'api/stock/stock-routes.ts': '' },
    'api/orders/a.ts imports the routes of another subject, api/stock/stock-routes.ts.',
  ],
  [
    "a screen imports another subject's",
    { 'pwa/shop/a.tsx': "import { B } from '#pwa/pos/b.tsx'", 'pwa/pos/b.tsx': '' },
    'pwa/shop/a.tsx imports a screen of another subject, pwa/pos/b.tsx.',
  ],
  [
    'files in a circle',
    { 'api/a.ts': "import { b } from './b.ts'", 'api/b.ts': "import { a } from '#api/a.ts'" },
    'These files import each other in a circle: api/a.ts → api/b.ts → api/a.ts.',
  ],
  [
    'subjects in a circle',
    {
      'api/orders/a.ts': "import { b } from '#api/stock/b.ts'",
      'api/stock/b.ts': '',
      'api/stock/c.ts': "import { d } from '#api/orders/d.ts'",
      'api/orders/d.ts': '',
    },
    'These subjects import each other in a circle: api/orders → api/stock → api/orders.',
  ],
  ['too deep', { 'api/orders/a/b/c.ts': '' }, 'api/orders/a/b/c.ts is 4 folders deep; 3 are the most.'],
  [
    'too long',
    { 'api/a.ts': 'x\n'.repeat(301), 'api/b.ts': '', 'api/c.ts': '' },
    'api/a.ts has 301 lines; 300 are the most.',
  ],
  [
    'a file named like a hook that has no hook',
    { 'pwa/lib/use-a.ts': 'export const a = 1' },
    'pwa/lib/use-a.ts is named as a hook and has none.',
  ],
  [
    'a hook that brings something else',
    { 'pwa/lib/use-a.ts': 'export const useA = () => 1\nexport interface A {}\nexport function b() {}' },
    'pwa/lib/use-a.ts is named as a hook and also exports b.',
  ],
  [
    'words that keep a state',
    { 'pwa/lib/a-words.ts': 'export const a = () => useState(1)' },
    'pwa/lib/a-words.ts is named as words and keeps a state.',
  ],
  [
    'a crowded room',
    Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`api/orders/a${i}.ts`, ''])),
    'api/orders holds 26 files; 25 are the most.',
  ],
  [
    'a room with more files than a glance surveys',
    Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`api/voids/a${i}.ts`, ''])),
    'api/voids holds 21 files; 20 are the most.',
  ],
  [
    'a test that is too long',
    { 'tests/api/a.test.ts': 'x\n'.repeat(461), 'api/b.ts': '', 'api/c.ts': '' },
    'tests/api/a.test.ts has 461 lines; 460 are the most.',
  ],
  [
    'too wide',
    { 'api/a.ts': `// ${'wide '.repeat(20)}\n// ${'wide '.repeat(24)}` },
    'api/a.ts is wider than 120 columns in line 2.',
  ],
  [
    'too long on the whole',
    { 'api/a.ts': 'x\n'.repeat(80), 'api/b.ts': 'x\n'.repeat(90), 'api/c.ts': '' },
    'Half of the files have 80 lines or more; the middle one should have fewer than 80.',
  ],
  [
    'a name that names nothing',
    { 'api/orders/helpers.ts': '' },
    'api/orders/helpers.ts is named by no subject of the shop.',
  ],
  ['a folder that names nothing', { 'pwa/common/a.ts': '' }, 'pwa/common/a.ts is named by no subject of the shop.'],
  ['a barrel by name', { 'api/orders/index.ts': '' }, 'api/orders/index.ts is named by no subject of the shop.'],
  [
    'a barrel by content',
    { 'api/orders/all.ts': "export { a } from './a.ts'" },
    'api/orders/all.ts passes on what another file exports.',
  ],
  [
    'capitals in a name',
    { 'api/orders/recordSale.ts': '' },
    'api/orders/recordSale.ts is not named in small letters and hyphens.',
  ],
  ['a default export', { 'api/a.ts': 'export default 1' }, 'api/a.ts has a default export.'],
  ['an enum', { 'api/a.ts': 'export enum A { b }' }, 'api/a.ts has an enum.'],
  ['any', { 'api/a.ts': 'const a: any = 1' }, 'api/a.ts uses any.'],
  ['a check silenced', { 'api/a.ts': '// @ts-ignore' }, 'api/a.ts silences a check.'],
  ['something left to do', { 'api/a.ts': '// TODO' }, 'api/a.ts leaves something to do.'],
  [
    'a skipped test',
    { 'tests/unit/a.test.ts': 'test.skip(x)' },
    'tests/unit/a.test.ts has a test that does not run, or that keeps others from it.',
  ],
  [
    'a lonely test',
    { 'tests/unit/a.test.ts': 'describe.only(x)' },
    'tests/unit/a.test.ts has a test that does not run, or that keeps others from it.',
  ],
  [
    'a field that only the browser checks',
    { 'pwa/staff/a.tsx': '<input\n  onChange={e => set({ a: { b: e.target.value } })}\n  max={9}\n/>' },
    'pwa/staff/a.tsx has a field that answers with a bubble of the browser: <input.',
  ],
  [
    'a choice that only the browser checks',
    { 'pwa/pos/a.tsx': '<select required><option /></select>' },
    'pwa/pos/a.tsx has a field that answers with a bubble of the browser: <select.',
  ],
  ['a stranger at the top', { 'scripts/a.ts': '' }, 'scripts has no place at the top of the house.'],
]

test.each(broken)('control: %s', (_, tree, sentence) => {
  expect(breachesIn(new Map(Object.entries(tree)))).toEqual([sentence])
})

test('finds nothing in a small house that keeps the rules', () => {
  const tree = {
    'README.md': '',
    '.ci/run': '',
    'sql/migrations/0001_people.sql': '',
    'sync/protocol/money.ts': 'export const a = 1',
    'sync/till/outbox.ts': "import { a } from '#sync/protocol/money.ts'\nimport Dexie from 'dexie'",
    'api/http/route.ts': "import { E } from '#api/errors.ts'\nimport Router from '@koa/router'",
    'api/errors.ts': "import type { a } from '#sync/protocol/money.ts'",
    'api/orders/order-routes.ts': "import { route } from '#api/http/route.ts'\nimport { b } from './record-sale.ts'",
    'api/orders/record-sale.ts': "import { c } from '#api/stock/stock.ts'",
    'api/stock/stock.ts': '',
    'api/routes.ts': "import { orderRoutes } from '#api/orders/order-routes.ts'",
    'pwa/pos/till-screen.tsx': "import { a } from '#sync/till/outbox.ts'\nimport s from './till-screen.module.css'",
    'pwa/pos/pay.tsx': '<input maxLength={9} type="radio" aria-required data-min="1" />',
    'pwa/ui/field.tsx': '<input {...rest} required />',
    'tests/unit/a.test.ts': "test('finds no test.skip(, TODO or any', () => { expect(/: any/.test(x)).toBe(true) })",
  }
  expect(breachesIn(new Map(Object.entries(tree)))).toEqual([])
})

test('reads imports however they are written', () => {
  const text =
    "import a, { b } from '#api/a.ts'\nimport type { C } from './c.ts'\nimport 'side'\nimport {\n  d,\n} from '../d.ts'\nconst e = await import('#pwa/e.ts')\nexport { f } from 'f'"
  expect(importsOf('api/orders/x.ts', text)).toEqual([
    'api/a.ts',
    'api/orders/c.ts',
    'side',
    'api/d.ts',
    'pwa/e.ts',
    'f',
  ])
})
