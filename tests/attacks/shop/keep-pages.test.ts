import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Koa from 'koa'
import { expect, test, vi } from 'vitest'
import { SERVER_FOLDER } from '#api/builds/build.ts'
import { keepBuild } from '#api/builds/kept.ts'
import { execute } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { privateByDefault } from '#api/server/headers.ts'
import { bytesKept } from '#api/web/keep-pages.ts'
import { productPath, type Product } from '#sync/protocol/shop/catalogue.ts'
import { apiAt, aUser, type Api } from '#tests/support/server/api.ts'
import { onStage } from '#tests/support/server/stage.ts'

let api: Api
let product: Product
onStage(async here => {
  ;({ api } = here)
  product = (await api.send('GET', `/api/products/${here.stage.product}`)).body.product as unknown as Product
  await aBuild('first')
})

/** A build whose pages say the how-manieth drawing they are, what was asked for, and what they were drawn from. */
async function aBuild(name: string) {
  const root = join(env.buildsDir, name)
  await mkdir(join(root, SERVER_FOLDER), { recursive: true })
  await mkdir(join(root, 'assets'))
  await writeFile(
    join(root, 'index.html'),
    '<html><head><title>Shop</title></head><body><div id="root"></div></body></html>',
  )
  await writeFile(join(root, 'screens.json'), JSON.stringify({ begin: '/assets/begin.js', start: [], screens: {} }))
  await writeFile(
    join(root, SERVER_FOLDER, 'server.mjs'),
    `
    import { randomBytes } from 'node:crypto'
    let drawn = 0
    export async function draw(address, { isNobody, read }) {
      const path = address.split('?')[0]
      const key = /^\\/shop\\/product\\/(\\d+)/.exec(path)
      const own = ['/cart', '/wishlist'].includes(path)
      const replies = [[['GET /api/shop', null, null], await read('GET /api/shop', null, null)]]
      if (key) {
        const params = { id: Number(key[1]) }
        replies.push([['GET /api/products/:id', params, null], await read('GET /api/products/:id', params, null)])
      } else replies.push([['GET /api/products', null, null], await read('GET /api/products', null, null)])
      drawn += 1
      return { status: path === '/nowhere' ? 404 : 200, title: 'Shop', description: null, path,
        screens: [], parts: [], replies,
        drawn_for: path === '/reset-password' ? 'holder' : own ? (isNobody ? 'nobody' : 'somebody') : 'everybody',
        html:
          '<p>${name} drawing ' + drawn + ' of ' + encodeURIComponent(address) + '</p>' +
          (/x=|\\/\\//.test(address) ? randomBytes(100_000).toString('base64') : 'text '.repeat(300)) }
    }`,
  )
  await keepBuild(env.buildsDir, name)
}

const look = (path: string, headers: Record<string, string> = {}) =>
  api.send('GET', path, { headers: { accept: 'text/html', ...headers } })
/** By a client that sends any header as it is given. */
const bareLook = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    get(api.base + path, { headers: { accept: 'text/html', ...headers } }, reply => {
      text(reply).then(body => resolve({ status: reply.statusCode, text: body }), reject)
    }).on('error', reject)
  })
const drawingIn = ({ text }: { text: string }) => /<p>(\w+ drawing \d+) of/.exec(text)?.[1] ?? 'none'
/** Longer than a page is believed without a look at its sources. */
const aWhile = () => sleep(3_100) // the shop believes a page for three seconds

test('keeps a page until what it was drawn from changes: a product, an announcement, a setting or the build', async () => {
  const path = productPath(product)
  let last = await look(path)
  expect(last.text).toContain('first drawing')
  await aWhile()
  expect(drawingIn(await look(path))).toBe(drawingIn(last))
  for (const change of [
    () => execute("UPDATE products SET description = 'Another text' WHERE id = ?", [product.id]),
    () => execute("UPDATE settings SET value = 'Closed on Friday' WHERE name = 'announcements'"),
    () => execute("UPDATE settings SET value = 'Another name' WHERE name = 'shop_name'"),
    () => aBuild('second'),
  ]) {
    await change()
    const before = drawingIn(last)
    await expect.poll(async () => drawingIn((last = await look(path)))).not.toBe(before)
  }
  expect(last.text).toContain('second drawing')
  expect(last.text).toContain('<title>Another name | Shop</title>')
})

test('sends what it has at once and looks at its sources after it when somebody has just asked', async () => {
  const path = '/shop'
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const before = drawingIn(await look(path))
  await execute("UPDATE settings SET value = 'Closed on Monday' WHERE name = 'announcements'")
  now += 2_000 // no longer fresh, not yet stale
  expect(drawingIn(await look(path))).toBe(before)
  clock.mockRestore()
  await expect.poll(async () => drawingIn(await look(path))).not.toBe(before)
})

// Without a room of their own they push out every page that people look at.
test('keeps the pages of the shop while somebody invents addresses', async () => {
  const pages = ['/', '/shop', productPath(product)]
  for (const path of pages) await look(path)
  await aWhile()
  const before = await Promise.all(pages.map(async path => drawingIn(await look(path))))
  // more than there is room for
  for (let round = 0; round < 6; round++)
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        look(n % 2 ? `/shop?x=${round}-${n}` : `/shop${'/'.repeat(round * 30 + n + 2)}`),
      ),
    )
  expect(bytesKept()).toBeGreaterThan(3_000_000)
  expect(bytesKept()).toBeLessThan(20_000_000)
  expect(await Promise.all(pages.map(async path => drawingIn(await look(path))))).toEqual(before)
})

test('gives no page to one that was drawn for another address, host or query', async () => {
  const plain = await look('/shop')
  const poisoned: Record<string, string>[] = [
    { host: 'evil.test' },
    { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' },
    { 'x-original-url': '/nowhere', 'x-rewrite-url': '/nowhere' },
    { 'x-http-method-override': 'POST', origin: 'https://evil.test', referer: 'https://evil.test/' },
  ]
  for (const headers of poisoned) expect((await bareLook('/shop', headers)).text).toBe(plain.text)
  const asked = await look('/shop?search=<script>"x')
  expect(asked.text).not.toContain('<script>"x')
  expect((await look('/shop')).text).toBe(plain.text)
  expect((await look('/nowhere')).headers.get('cdn-cache-control')).toBe('no-store')
  const refused = await api.send('GET', '/shop', { headers: { accept: 'application/json' } })
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store'])
  expect((await look('/shop')).text).toBe(plain.text)
})

test('takes the traces of messengers for the same page, and keeps them in a new address', async () => {
  const before = await look('/shop')
  for (const trace of ['fbclid=a1', 'utm_source=x&utm_medium=y', 'gclid=2&igsh=3'])
    expect((await look(`/shop?${trace}`)).text).toBe(before.text)
  expect((await look('/shop?size=UK10&fbclid=a1')).text).toContain(`of ${encodeURIComponent('/shop?size=UK10')}<`)
  const moved = await api.send('GET', `/shop/product/${product.id}/old?fbclid=a1`, { headers: { accept: 'text/html' } })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `${productPath(product)}?fbclid=a1`])
})

test('lets shared caches carry what is the same for everybody, named by what it shows', async () => {
  const tags: Record<string, string> = {
    '/': 'home',
    '/shop': 'list',
    [`/shop?category=${product.category_id}`]: `list`,
    [productPath(product)]: `product,product-${product.id}`,
    '/about': 'page',
  }
  for (const [path, tag] of Object.entries(tags)) {
    const { headers } = await look(path)
    expect([path, headers.get('cache-control'), headers.get('cache-tag')?.startsWith(tag)]).toEqual([
      path,
      'no-cache',
      true,
    ])
    expect(headers.get('cdn-cache-control')).toMatch(/^public, max-age=5,/)
    expect([headers.get('set-cookie'), headers.get('vary')]).toEqual([null, expect.not.stringContaining('Cookie')])
    expect(await bareLook(path, { 'if-none-match': headers.get('etag')! })).toEqual({ status: 304, text: '' })
  }
  for (const path of ['/cart', '/wishlist', '/reset-password?token=abc', '/nowhere']) {
    const { headers } = await look(path)
    expect([path, headers.get('cdn-cache-control'), headers.get('cache-tag')]).toEqual([path, 'no-store', null])
  }
})

test('draws the same bytes for two people, and never keeps what belongs to a secret address', async () => {
  const [ama, kofi] = [await aUser('CUSTOMER', { name: 'Ama' }), await aUser('CUSTOMER', { name: 'Kofi' })]
  const [one, two] = [
    { cookie: 'refresh=amas', authorization: `Bearer ${ama.token}` },
    { cookie: 'refresh=kofis', authorization: `Bearer ${kofi.token}`, 'accept-language': 'fr' },
  ]
  for (const path of ['/', '/shop', productPath(product), '/cart'])
    expect((await look(path, one)).text).toBe((await look(path, two)).text)
  expect((await look('/cart', one)).text).not.toBe((await look('/cart')).text)
  const secret = '/reset-password?token=abc'
  expect(drawingIn(await look(secret))).not.toBe(drawingIn(await look(secret)))
})

// Without the guard a shared cache would give one person's cookie to everybody.
test('no cache keeps a reply that gives somebody a cookie', async () => {
  const app = new Koa()
  app.use(privateByDefault).use(ctx => {
    ctx.set('CDN-Cache-Control', 'public, max-age=5')
    ctx.set('Cache-Control', 'no-cache')
    ctx.set('Cache-Tag', 'home')
    if (ctx.path === '/cookie') ctx.cookies.set('who', 'ama')
    ctx.body = 'page'
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const small = apiAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => server.close())
  const headersOf = async (path: string) => (await small.send('GET', path)).headers
  const [plain, own] = [await headersOf('/'), await headersOf('/cookie')]
  expect([plain.get('cache-control'), plain.get('cdn-cache-control')]).toEqual(['no-cache', 'public, max-age=5'])
  expect([own.get('cache-control'), own.get('cdn-cache-control'), own.get('cache-tag')]).toEqual([
    'no-store',
    null,
    null,
  ])
  small.stop()
})
