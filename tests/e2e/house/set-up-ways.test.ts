import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseName, withConnection } from '#api/db/connection.ts'
import { startTestDatabase } from '#tests/support/database/database.ts'
import { databasePid } from '#tests/support/runs/processes.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { BUILDS_DIR, freePort, runShop, startShop } from '#tests/support/server/server.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-set-up-ways-'))
const dataDir = join(folder, 'data')
const status = async (url: string) => (await fetch(url)).status
const run = async (args: string[], env: Record<string, string>) => {
  const { exit, words } = runShop(args, env)
  return { code: await exit, words: words() }
}

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

describe('a shop that closes', () => {
  test('opens the next time after it was stopped or killed at any moment of its first start', async () => {
    const fresh = join(folder, 'interrupted')
    for (const [index, delay] of [400, 700, 1000, 1300, 1600, 1900, 2200].entries()) {
      const { child, exit } = runShop(['start'], { DATA_DIR: fresh, PORT: String(await freePort()) })
      setTimeout(() => child.kill(index % 2 === 0 ? 'SIGKILL' : 'SIGTERM'), delay) // at any moment
      await exit
    }
    const shop = await startShop({ dataDir: fresh })
    expect(await status(`${shop.url}/readyz`)).toBe(200)
    await shop.stop()
  })
})

describe('another way to set it up', () => {
  test('uses https with its own certificate', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    )
    const shop = await startShop({ dataDir, env: { TLS_CERT: cert, TLS_KEY: key } })
    const code = await new Promise(resolve =>
      get(`${shop.url}/healthz`, { rejectUnauthorized: false }, reply => resolve(reply.resume().statusCode)),
    )
    expect(code).toBe(200)
    expect(shop.words()).toContain(`https://127.0.0.1:${shop.port}`)
    expect(await shop.stop()).toBe(0)
  })

  test('uses an existing server by DATABASE_URL, makes its own database there and warns of a loose setting', async () => {
    const server = await startTestDatabase()
    const url = server.url.replace('/shop?', '/boutique?')
    await withConnection(server.url, connection => connection.query('SET GLOBAL innodb_flush_log_at_trx_commit = 2'), {
      withDatabase: false,
    })
    const shop = await startShop({ env: { DATABASE_URL: url } })
    expect(shop.words()).toContain('innodb_flush_log_at_trx_commit is 2')
    expect(shop.words()).not.toContain('Demo-1234')
    expect(databaseName(url)).toBe('boutique')
    expect(readdirSync(shop.dataDir)).not.toContain('database')
    await shop.stop()
    await withConnection(url, connection => connection.query("SET GLOBAL sql_mode = ''"))
    const refused = await run(['start'], {
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'loose'),
      PORT: String(await freePort()),
    })
    expect([refused.code, refused.words]).toEqual([1, expect.stringContaining('sql_mode')])
    await server.stop()
  })

  test('warns of plain http beyond this computer', async () => {
    const shop = await startShop({ dataDir, env: { HOST: '0.0.0.0', DEMO: 'public' } })
    expect(shop.words()).toContain('tills and installing need https')
    expect(shop.words()).toContain('TRUST_PROXY=1 SHOP_URL=https://your-shop.example npm start')
    await shop.stop()
  })

  test("refuses to be reachable while the demo's people can sign in", async () => {
    const refused = await run(['start'], {
      DATA_DIR: dataDir,
      HOST: '0.0.0.0',
      DEMO: '0',
      PORT: String(await freePort()),
    })
    expect(refused.code).toBe(1)
    expect(refused.words).toContain("owner@shop.test can sign in with the demo's password")
  })

  test('accepts a DATA_DIR with a path too long for a socket', async () => {
    const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60))
    const shop = await startShop({ dataDir: deep })
    expect(databasePid(deep)).not.toBeNull()
    expect(await shop.stop()).toBe(0)
  })

  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost/shop' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/shop' }],
    ['JWT_SECRET', { NODE_ENV: 'production', DATABASE_URL: 'mysql://nobody@127.0.0.1:1/shop' }],
    ['TLS_KEY', { TLS_CERT: '/nowhere.pem' }],
    ['TLS_CERT', { TLS_CERT: '/nowhere.pem', TLS_KEY: '/nowhere.pem' }],
    ['TRUST_PROXY', { TRUST_PROXY: '-1' }],
    ['DEMO', { DEMO: 'yes' }],
    ['SHOP_URL', { SHOP_URL: 'shop.test' }],
    ['DATA_DIR', { DATA_DIR: '/dev/null/nowhere' }],
  ])('names a wrong %s and starts nothing', async (name, env) => {
    const { code, words } = await run(['start'], {
      DATA_DIR: join(folder, 'wrong'),
      PORT: String(await freePort()),
      ...env,
    })
    expect([code, words]).toEqual([1, expect.stringContaining(name)])
    expect(words).not.toMatch(/^\s+at /m)
  })

  test('keeps and serves the newest three builds and deletes the fourth', async () => {
    const builds = join(folder, 'builds')
    const [present] = JSON.parse(readFileSync(join(BUILDS_DIR, 'kept.json'), 'utf8')) as string[]
    execFileSync('cp', ['-r', BUILDS_DIR, builds])
    for (const old of ['old1', 'old2', 'old3']) execFileSync('cp', ['-r', join(builds, present!), join(builds, old)])
    writeFileSync(join(builds, 'old1', 'assets', 'chunk-of-yesterday.js'), 'export {}')
    writeFileSync(join(builds, 'kept.json'), JSON.stringify(['old1', 'old2', 'old3']))
    const shop = await startShop({ dataDir, env: { BUILDS_DIR: builds } })
    expect(readdirSync(builds).sort()).toEqual([present, 'kept.json', 'old1', 'old2', 'server'].sort())
    expect(await status(`${shop.url}/assets/chunk-of-yesterday.js`)).toBe(200)
    await shop.stop()
  })
})
