import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFiles } from '#tests/support/house/project-files.ts'
import {
  billOfMaterials,
  compareVersions,
  faultsOfLock,
  isAbove,
  secretsIn,
  strangersTo,
  takes,
  type Floors,
  type Lock,
} from '#tests/support/house/supply-chain.ts'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
const floors = JSON.parse(readFileSync('tests/support/house/floors.json', 'utf8')) as Floors
/** None of them is run: everything is installed with --ignore-scripts, and works. */
const scripts = ['core-js', 'esbuild']

test('pins what is installed to the public registry, above every floor and without unknown scripts', () => {
  expect(Object.keys(lock.packages).length).toBeGreaterThan(300)
  expect(faultsOfLock(lock, { floors, scripts })).toEqual([])
})

test('installs packages without running their scripts', () => {
  expect(readFileSync('api/start.mjs', 'utf8')).toContain("'ci', '--include=dev', '--ignore-scripts'")
})

test('names only packages that do bring a script', () => {
  expect(
    Object.entries(lock.packages)
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.slice('node_modules/'.length))
      .sort(),
  ).toEqual(scripts)
})

test('has no other registry or disabled check in .npmrc', () => {
  expect(readFileSync('.npmrc', 'utf8')).not.toMatch(/registry|strict-ssl|_auth|script/)
})

test('locks what is declared', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
  expect(lock.packages['']).toMatchObject({ dependencies, devDependencies })
})

test.each(['20.19.0', '20.20.2', '22.12.0', '22.22.0', '24.0.0', '24.11.1'])(
  'installs only what runs on Node.js %s',
  version => {
    expect(strangersTo(version, lock)).toEqual([])
  },
)

test('control: notices a package for newer versions only, and reads ranges as npm does', () => {
  expect(
    strangersTo('20.19.0', {
      ...lock,
      packages: {
        ...lock.packages,
        'node_modules/joi': { ...lock.packages['node_modules/joi'], engines: { node: '^22.20 || >=24' } },
      },
    }),
  ).toEqual(['node_modules/joi'])
  const ranges = ['^20.19.0 || >=22.12.0', '18 || 20 || >=22', '>= 20', '*', '>=20 <21', '~20.19', '20.x']
  expect(ranges.filter(range => !takes(range, '20.19.4'))).toEqual([])
  expect(
    ['^20.20', '18 || 22', '>20.19.4', '<20.19', '~20.18', '=20.19.3'].filter(range => takes(range, '20.19.4')),
  ).toEqual([])
})

const changed = (path: string, change: object): Lock => ({
  ...lock,
  packages: { ...lock.packages, [path]: { ...lock.packages[path], ...change } },
})
test.each<[what: string, found: [path: string, change: object, sentence: RegExp]]>([
  [
    'a version below its floor',
    ['node_modules/koa', { version: '3.1.1' }, /^node_modules\/koa is 3\.1\.1, below 2\.16\.4 or 3\.1\.2/],
  ],
  [
    'a version below its floor, deep inside',
    [
      'node_modules/x/node_modules/jws',
      { version: '4.0.0', integrity: lock.packages['node_modules/jws']!.integrity },
      /jws is 4\.0\.0, below/,
    ],
  ],
  [
    'a package from plain http',
    ['node_modules/joi', { resolved: 'http://registry.npmjs.org/joi/-/joi-1.0.0.tgz' }, /comes from http:/],
  ],
  [
    'a package from elsewhere',
    ['node_modules/joi', { resolved: 'git+ssh://git@example.com/joi.git' }, /comes from git/],
  ],
  ['a package without its hash', ['node_modules/joi', { integrity: undefined }, /not pinned/]],
  [
    'a package with a weak hash',
    ['node_modules/joi', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, /not pinned/],
  ],
  ['a script that nobody allowed', ['node_modules/joi', { hasInstallScript: true }, /brings an install script/]],
  ['a link', ['node_modules/joi', { link: true }, /is a link/]],
  [
    'a build for another computer that npm left out',
    ['node_modules/joi', { optionalDependencies: { 'joi-darwin': '1.0.0' } }, /names joi-darwin, which is not locked/],
  ],
])('control: %s is found', (_, [path, change, sentence]) => {
  expect(faultsOfLock(changed(path, change), { floors, scripts })).toEqual([expect.stringMatching(sentence)])
})

test('control: notices a floor for a package that is not installed', () => {
  expect(faultsOfLock(lock, { scripts, floors: { ...floors, 'left-pad': { floors: ['1.0.0'], why: '' } } })).toEqual([
    'left-pad has a floor and is not installed.',
  ])
})

test("compares versions as numbers, each with its own major's floor", () => {
  expect(compareVersions('10.0.0', '9.9.9')).toBeGreaterThan(0)
  expect(compareVersions('1.2.3-rc.1', '1.2.3')).toBeLessThan(0)
  expect(['2.16.4', '2.17.0', '3.1.2', '4.0.0'].filter(version => !isAbove(version, ['2.16.4', '3.1.2']))).toEqual([])
  expect(['1.9.9', '2.16.3', '3.0.0', '3.1.2-beta.1'].filter(version => isAbove(version, ['2.16.4', '3.1.2']))).toEqual(
    [],
  )
})

test('names everything once in the bill of materials, with address, licence and hash', () => {
  const bill = billOfMaterials(lock)
  expect(bill.components).toHaveLength(Object.keys(lock.packages).length - 1)
  expect(new Set(bill.components.map(component => component['bom-ref'])).size).toBe(bill.components.length)
  expect(bill.components.find(({ name }) => name === '@koa/router')).toMatchObject({
    type: 'library',
    scope: 'required',
    purl: `pkg:npm/%40koa/router@${lock.packages['node_modules/@koa/router']!.version}`,
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    licenses: [{ expression: 'MIT' }],
  })
  expect(bill.components.filter(({ licenses }) => licenses.length === 0).map(({ name }) => name)).toEqual([])
  mkdirSync('tests/results', { recursive: true })
  writeFileSync('tests/results/bill-of-materials.json', JSON.stringify(bill, null, 2))
})

const isText = (path: string) => !/\.(png|jpe?g|webp|ttf|woff2?|ico|mp3|wav|pdf|gz|br)$/.test(path)
const builtFiles = () => {
  const folder = 'tests/results/builds'
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(js|html|css|json|webmanifest|map)$/.test(name))
    .map(name => `${folder}/${name}`)
}

test('holds no secret in the project or what is built from it', () => {
  const found = [...projectFiles(), ...builtFiles()]
    .filter(path => isText(path) && path !== 'package-lock.json')
    .flatMap(path => secretsIn(readFileSync(path, 'utf8')).map(what => `${path} holds ${what}.`))
  expect(found).toEqual([])
})

test.each([
  ['a private key', ['-----BEGIN RSA', 'PRIVATE KEY-----\nMIIEow'].join(' ')],
  ["a payment provider's live key", ['sk', 'live', 'a1b2c3d4e5f6'].join('_')],
  ["a cloud's access key", `AKIA${'ABCD'.repeat(4)}`],
  ["a code host's token", `ghp_${'a1'.repeat(18)}`],
  ["a registry's token", `npm_${'a1'.repeat(18)}`],
  ["a chat's token", ['xoxb', '1234567890', 'abc'].join('-')],
  ['a signed token', ['eyJhbGciOiJIUzI1', 'eyJzdWIiOiIxMjM0', 'SflKxwRJSMeKKF2QT4'].join('.')],
  ['a password in an address', ['mysql://shop', 'Tr0ub4dor@db.example/shop'].join(':')],
  ['a secret set in code', `const secret = '${'a1B2'.repeat(8)}'`],
])('control: %s is found', (what, text) => expect(secretsIn(text)).toEqual([what]))
