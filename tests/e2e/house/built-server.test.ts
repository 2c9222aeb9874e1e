import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { commandsBelow, loadedBy, until } from '#tests/support/runs/processes.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { startShop } from '#tests/support/server/server.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-built-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

const COMPILER = /rolldown|esbuild|tsx|vite/
const PICTURES = /vips|sharp/

describe('an open shop', () => {
  test('has no compiler in it, even when somebody pays at the sandbox', async () => {
    const shop = await startShop()
    const script = await fetch(`${shop.url}/sandbox/paystack/inline.js`)
    expect([script.status, await script.text()]).toEqual([200, expect.stringContaining('PaystackPop')])
    expect(loadedBy(shop.pid).filter(name => COMPILER.test(name))).toEqual([])
    expect(commandsBelow(shop.pid)).toEqual([expect.stringContaining('mariadbd')])
    await shop.stop()
  })

  test('leaves drawing its pictures to a process that ends', async () => {
    const shop = await startShop({ dataDir: join(folder, 'fresh') })
    await until(() => commandsBelow(shop.pid).every(line => line.includes('mariadbd')), 'the drawing has ended')
    const { products } = (await (await fetch(`${shop.url}/api/products`)).json()) as {
      products: { data: { images: { file: { storage_link: string } }[] }[] }
    }
    const picture = await fetch(new URL(products.data[0]!.images[0]!.file.storage_link, shop.url))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(loadedBy(shop.pid).filter(name => PICTURES.test(name))).toEqual([])
    await shop.stop()
  })

  test('control: a process that loads the compiler and the picture library is noticed', async () => {
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      "await import('vite'); await import('sharp'); console.log('there'); setInterval(() => {}, 1000)",
    ])
    await once(child.stdout, 'data')
    const loaded = loadedBy(child.pid!)
    child.kill()
    for (const pattern of [COMPILER, PICTURES]) expect(loaded.some(name => pattern.test(name))).toBe(true)
  })
})

describe('a start', () => {
  const root = join(folder, 'project')
  const builds = join(folder, 'builds')
  const source = join(root, 'api/boot/jwt-secret.ts')
  for (const name of ['api', 'sync', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(name, join(root, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const written = readFileSync(source, 'utf8')
  const built = () => JSON.parse(readFileSync(join(builds, 'server/built.json'), 'utf8')) as { name: string }

  /** A command that only says what its source has it say. */
  function say() {
    const { status, stderr } = spawnSync(process.execPath, ['api/start.mjs', 'new-key'], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, BUILDS_DIR: builds, DATA_DIR: join(folder, 'none') },
    })
    return { status, words: stderr }
  }

  test('builds the server once, and again after a source changed', () => {
    expect(say().words).toContain('There is no key yet')
    const first = built()
    const since = statSync(join(builds, 'server/built.json')).mtimeMs
    expect(say().words).toContain('There is no key yet')
    expect(statSync(join(builds, 'server/built.json')).mtimeMs).toBe(since)
    writeFileSync(source, written.replace('There is no key yet', 'Nobody made a key'))
    expect(say().words).toContain('Nobody made a key')
    expect(built().name).not.toBe(first.name)
  })

  test('builds nothing when a file was only saved again', () => {
    const before = readdirSync(join(builds, 'server', built().name))
    const { name } = built()
    utimesSync(source, new Date(), new Date())
    expect(say().words).toContain('Nobody made a key')
    expect([built().name, readdirSync(join(builds, 'server', name))]).toEqual([name, before])
  })

  test('says so when the server cannot be built, and opens once the mistake is corrected', () => {
    writeFileSync(source, `${written}\nconst broken = {`)
    const failed = say()
    expect([failed.status, failed.words]).toEqual([1, expect.stringContaining('The server could not be built')])
    expect(failed.words).toContain('api/boot/jwt-secret.ts')
    expect(failed.words).not.toMatch(/^\s+at /m)
    writeFileSync(source, written)
    expect(say().words).toContain('There is no key yet')
  })

  test('keeps the three newest builds of the server', () => {
    for (const words of ['One', 'Two']) {
      writeFileSync(source, written.replace('There is no key yet', words))
      expect(say().words).toContain(words)
    }
    const folders = readdirSync(join(builds, 'server')).filter(name => !name.endsWith('.json'))
    expect(folders).toHaveLength(3)
    expect(folders).toContain(built().name)
  })
})
