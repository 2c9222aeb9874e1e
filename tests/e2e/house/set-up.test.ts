import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows, withConnection } from '#api/db/connection.ts'
import { privateDatabaseUrl } from '#api/db/server.ts'
import { sql } from '#tests/support/people/books.ts'
import { promised } from '#tests/support/promised.ts'
import { databasePid, isAlive, until } from '#tests/support/runs/processes.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { freePort, runShop, startShop } from '#tests/support/server/server.ts'
import type { Shop } from '#tests/support/server/server.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-set-up-'))
const dataDir = join(folder, 'data')
const status = async (url: string, init?: RequestInit) => (await fetch(url, init)).status
const isReady = (shop: Shop) =>
  fetch(`${shop.url}/readyz`).then(
    reply => reply.status === 200,
    () => false,
  )
const run = async (args: string[], env: Record<string, string>) => {
  const { exit, words } = runShop(args, env)
  return { code: await exit, words: words() }
}
const userOf = async (email: string) => {
  const found = await withConnection(privateDatabaseUrl(join(dataDir, 'database')), connection =>
    rows<{ role_code: string; password_hash: string }>(
      connection,
      'SELECT role_code, password_hash FROM users WHERE email = ?',
      [email],
    ),
  )
  return found[0]
}

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

describe('an open shop', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop({ dataDir })
  })
  afterAll(() => shop.stop())

  test('says where it is and how to sign in to the demo', () => {
    expect(shop.words()).toContain(`http://127.0.0.1:${shop.port}`)
    expect(shop.words()).toMatch(/owner@shop\.test +Demo-1234/)
  })

  test('says that it is alive and ready', async () => {
    const lives = await fetch(`${shop.url}/healthz`)
    expect([lives.status, await lives.json()]).toEqual([200, { status: 'ok' }])
    expect(await status(`${shop.url}/readyz`)).toBe(200)
  })

  test('is not ready while a migration is missing', async () => {
    const url = privateDatabaseUrl(join(dataDir, 'database'))
    await withConnection(url, connection =>
      connection.query('UPDATE schema_migrations SET applied_at = NULL ORDER BY name DESC LIMIT 1'),
    )
    const reply = await fetch(`${shop.url}/readyz`)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
    await withConnection(url, connection =>
      connection.query('UPDATE schema_migrations SET applied_at = NOW(3) WHERE applied_at IS NULL'),
    )
    expect(await status(`${shop.url}/readyz`)).toBe(200)
  })

  test('serves hashed assets for a year, compressed, and pages fresh', async () => {
    const page = await fetch(`${shop.url}/shop`, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('cache-control'), page.headers.get('content-type')]).toEqual([
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ])
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
    const asset = await fetch(shop.url + script, { headers: { 'accept-encoding': 'br' } })
    expect([asset.status, asset.headers.get('cache-control'), asset.headers.get('content-encoding')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'br',
    ])
    expect(asset.headers.get('content-type')).toContain('text/javascript')
    expect(
      await rawRequest(shop.port, script!, `If-None-Match: ${asset.headers.get('etag')}\r\nAccept-Encoding: br\r\n`),
    ).toContain(' 304 ')
    expect(await status(shop.url + script, { method: 'HEAD' })).toBe(200)
  })

  test('answers 404 in JSON for a missing asset, picture or route', async () => {
    for (const path of ['/assets/gone-12345678.js', '/storage/gone.webp', '/storage/', '/api/gone']) {
      const reply = await fetch(shop.url + path, { headers: { accept: 'text/html' } })
      expect([path, reply.status, await reply.json()]).toEqual([
        path,
        404,
        expect.objectContaining({ code: 'not_found' }),
      ])
    }
  })

  test('serves no file outside its folders', async () => {
    for (const path of [
      '/storage/..%2fjwt-secret',
      '/storage/../jwt-secret',
      '/assets/..%2f..%2fkept.json',
      '/..%2fkept.json',
      '/assets/%00',
    ]) {
      expect([path, await rawRequest(shop.port, path)]).toEqual([path, expect.stringMatching(/^HTTP\/1.1 (400|404) /)])
    }
  })

  test('refuses a second shop in its DATA_DIR', async () => {
    const second = await run(['start'], { DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(second.code).toBe(1)
    expect(second.words).toContain('running already')
    expect(await isReady(shop)).toBe(true)
  })

  test('says so when its port is taken', async () => {
    const second = await run(['start'], { DATA_DIR: join(folder, 'other'), PORT: String(shop.port) })
    expect([second.code, second.words]).toEqual([1, expect.stringContaining(`127.0.0.1:${shop.port}`)])
    expect(databasePid(join(folder, 'other'))).toBeNull()
  })

  test('gets a user and a changed role while it is open', async () => {
    const made = await run(['user', 'Ama@Shop.test', '--role', 'SUPER_ADMINISTRATOR', '--name', 'Ama Mensah'], {
      DATA_DIR: dataDir,
    })
    expect([made.code, made.words]).toEqual([
      0,
      expect.stringMatching(/ama@shop\.test is SUPER_ADMINISTRATOR\. Password: \S{16,}/),
    ])
    expect(await userOf('ama@shop.test')).toMatchObject({
      role_code: 'SUPER_ADMINISTRATOR',
      password_hash: expect.stringContaining('$argon2id$'),
    })
    const changed = await run(['user', 'ama@shop.test', '--role', 'MANAGER'], { DATA_DIR: dataDir })
    expect(changed.words).toContain('MANAGER now (SUPER_ADMINISTRATOR before)')
    expect((await userOf('ama@shop.test'))?.role_code).toBe('MANAGER')
    const [added, demoted, ...others] = await sql<{ user_id: number | null; action: string; became: string }>(
      { dataDir },
      "SELECT user_id, action, was, became FROM staff_changes WHERE subject = 'user' ORDER BY id",
    )
    expect([added, demoted, others]).toMatchObject([
      { user_id: null, action: 'add', became: expect.stringContaining('"role_code":"SUPER_ADMINISTRATOR"') },
      {
        user_id: null,
        action: 'change',
        was: expect.stringContaining('"role_code":"SUPER_ADMINISTRATOR"'),
        became: expect.stringContaining('"role_code":"MANAGER"'),
      },
      [],
    ])
  })

  test('recovers by itself when its database is killed', async () => {
    const before = databasePid(dataDir)!
    process.kill(before, 'SIGKILL')
    await until(async () => databasePid(dataDir) !== before && (await isReady(shop)), 'the shop is ready again')
    expect(isAlive(shop.pid)).toBe(true)
  })

  test('keeps its secrets private', () => {
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
    for (const dir of [dataDir, join(dataDir, 'database')]) expect(statSync(dir).mode & 0o077).toBe(0)
    expect(readFileSync(join(dataDir, 'jwt-secret'), 'utf8').trim()).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a shop that closes', () => {
  test('exits on SIGTERM with 0 and leaves no process, with idle connections or without', async () => {
    const shop = await startShop({ dataDir })
    const database = databasePid(dataDir)!
    const idle = connect(shop.port, '127.0.0.1').on('error', () => {})
    await isReady(shop)
    expect(await shop.stop()).toBe(0)
    expect([isAlive(shop.pid), isAlive(database)]).toEqual([false, false])
    idle.destroy()
  })

  test('answers what was asked before SIGTERM', async () => {
    const shop = await startShop({ dataDir })
    const socket = connect(shop.port, '127.0.0.1')
    const text = textOf(socket)
    // It is told to go on, so it is known to have been heard before the signal.
    const heard = once(socket, 'data')
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:${shop.port}\r\nContent-Type: application/json\r\nContent-Length: 56\r\nExpect: 100-continue\r\n\r\n{"email":"owner@shop.test",`,
    )
    expect(String(await heard)).toContain('100 Continue')
    const stopped = shop.stop()
    await expect.poll(() => status(`${shop.url}/healthz`).catch(() => 'closed')).toBe('closed')
    socket.write('"password":"Demo-1234"      }')
    expect(await text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 [234]\d\d /)
    expect(await stopped).toBe(0)
  })

  test('opens again within five seconds and builds nothing twice', async () => {
    const began = performance.now()
    const shop = await startShop({ dataDir })
    const took = performance.now() - began
    console.log(`Second start: ${Math.round(took)} ms`)
    expect(shop.words()).toContain('built already')
    expect(shop.words()).not.toMatch(/Installing|Built the pages/)
    await shop.stop()
    expect(took).toBeLessThan(promised(5))
  })

  test('leaves no database process when it is killed, and opens again with all its data', async () => {
    const shop = await startShop({ dataDir })
    const database = databasePid(dataDir)!
    await shop.kill()
    const again = await startShop({ dataDir })
    expect(isAlive(database)).toBe(false)
    expect((await userOf('ama@shop.test'))?.role_code).toBe('MANAGER')
    await again.stop()
  })

  test('gets a user while it is closed', async () => {
    const made = await run(['user', 'kofi@shop.test', '--role', 'administrator', '--password', 'A-good-long-one'], {
      DATA_DIR: dataDir,
    })
    expect([made.code, made.words]).toEqual([0, expect.stringContaining('kofi@shop.test is ADMINISTRATOR.')])
    expect(databasePid(dataDir)).toBeNull()
  })
})

/** The status line for a request sent as it is: fetch would tidy up the path and ask past every cache. */
function rawRequest(port: number, path: string, headers = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`),
  )
  return textOf(socket).then(text => text.split('\r\n')[0]!)
}

function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket
      .on('data', chunk => {
        text += chunk.toString()
      })
      .on('close', () => resolve(text))
      .on('error', reject)
  })
}
