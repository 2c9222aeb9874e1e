import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { findStaffProduct } from '#api/catalogue/staff-products.ts'
import { env } from '#api/env.ts'
import { fetchPictures, queuePictures } from '#api/import/fetch-pictures.ts'
import type { Network } from '#api/import/fetch-public.ts'
import { importProducts } from '#api/import/import-products.ts'
import { findImport, listImports, readImport } from '#api/import/imports.ts'
import { workJobs } from '#api/jobs/work-jobs.ts'
import { removePicture, tryPictureAgain } from '#api/products/product-pictures.ts'
import { picturePath } from '#api/uploads/pictures.ts'
import { aRow, ownFile } from '#tests/support/import-files/own-files.ts'
import { aVariation, count, openShop } from '#tests/support/server/shop.ts'

let server: Server
let isMended = false
const asked: string[] = []
beforeAll(async () => {
  const jpeg = await sharp({ create: { width: 900, height: 1100, channels: 3, background: '#1b4d3e' } })
    .jpeg()
    .toBuffer()
  server = createServer((request, response) => {
    asked.push(request.url!)
    if (request.url === '/good.jpg' || (request.url === '/mended.jpg' && isMended)) response.end(jpeg)
    else if (request.url === '/page.jpg') response.end('<html>no picture</html>')
    else response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const network: Network = {
  resolve: host => Promise.resolve([host === 'inside.example' ? '10.0.0.7' : '93.184.216.34']),
  dial: () => connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }),
}
const work = () => workJobs({ 'fetch-pictures': fetchPictures(network) })

it('fetches pictures in the background and tries a failed one three times more', async () => {
  await openShop()
  await aVariation()
  const { id: product_id } = (await selectOne<{ id: number }>('SELECT id FROM products'))!
  for (const [position, source] of [
    'http://cdn.example/good.jpg',
    'http://cdn.example/page.jpg',
    'http://cdn.example/busy.jpg',
    'http://inside.example/good.jpg',
  ].entries()) {
    await insertRow('product_images', { product_id, position, source, next_fetch_at: '2026-01-01' })
  }
  await queuePictures(null)
  await queuePictures(null)
  expect(await count('jobs')).toBe(1)
  await work()
  const pictures = () =>
    select<Record<string, unknown>>(
      'SELECT name IS NOT NULL AS is_here, dominant, fetch_tries AS tries, fetch_error AS error, next_fetch_at IS NULL AS is_over FROM product_images ORDER BY position',
    )
  expect(await pictures()).toMatchObject([
    { is_here: 1, tries: 0, error: null, is_over: 1 },
    { is_here: 0, tries: 1, error: 'Please send a photo as JPEG, PNG or WebP.', is_over: 0 },
    { is_here: 0, tries: 1, error: 'The address answered 503.', is_over: 0 },
    { is_here: 0, tries: 1, error: 'This address is not on the public internet.', is_over: 0 },
  ])
  const { name } = (await selectOne<{ name: string }>('SELECT name FROM product_images WHERE name IS NOT NULL'))!
  expect(existsSync(picturePath(env.uploadsDir, name, 800))).toBe(true)
  expect((await selectOne<{ summary: string }>('SELECT summary FROM product_listings'))!.summary).toContain(name)
  expect(asked.toSorted()).toEqual(['/busy.jpg', '/good.jpg', '/page.jpg'])

  for (let i = 0; i < 5; i++) {
    await execute('UPDATE product_images SET next_fetch_at = NOW(3) WHERE next_fetch_at IS NOT NULL')
    await queuePictures(null)
    await work()
  }
  expect((await pictures()).map(({ tries, is_over }) => [tries, is_over])).toEqual([
    [0, 1],
    [4, 1],
    [4, 1],
    [4, 1],
  ])
  expect(asked.filter(url => url === '/busy.jpg')).toHaveLength(4)
})

it('starts no second job that would fetch the same', async () => {
  await openShop()
  await aVariation()
  const { id: product_id } = (await selectOne<{ id: number }>('SELECT id FROM products'))!
  await insertRow('product_images', {
    product_id,
    position: 0,
    source: 'http://cdn.example/good.jpg',
    next_fetch_at: '2026-01-01',
  })
  await queuePictures(null)
  await execute("UPDATE jobs SET status_code = 'RUNNING', due_at = NOW(3) + INTERVAL 30 SECOND")
  await queuePictures(null)
  expect(await count('jobs')).toBe(1)
  await execute("UPDATE jobs SET status_code = 'FAILED', due_at = NULL")
  await queuePictures(null)
  expect(await count('jobs')).toBe(2)
})

it('does not call an import done while its pictures are still to come', async () => {
  await openShop()
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-import-'))
  const path = join(folder, 'goods.csv')
  const pictures = ['good', 'page', 'busy'].map(name => `http://cdn.example/${name}.jpg`).join('|')
  await writeFile(path, ownFile([aRow('ama', { pictures }), aRow('kofi')]))
  const id = await insertRow('product_imports', { user_id: 7, status_code: 'DONE' })
  await importProducts(path, { noted: { import_id: id, is_rehearsal: false } })
  await rm(folder, { recursive: true })
  const state = async () => {
    const { status_code, pictures } = await readImport(id)
    return [status_code, pictures, (await listImports({ status_code: 'DONE' })).total]
  }
  expect(await state()).toEqual(['FETCHING', { done: 0, failed: 0, total: 3 }, 0])
  expect((await findImport(id)).status).toBe('DONE')
  await queuePictures(null)
  await work()
  expect(await state()).toEqual(['FETCHING', { done: 1, failed: 0, total: 3 }, 0])
  for (let i = 0; i < 3; i++) {
    await execute('UPDATE product_images SET next_fetch_at = NOW(3) WHERE next_fetch_at IS NOT NULL')
    await queuePictures(null)
    await work()
  }
  expect(await state()).toEqual(['DONE', { done: 1, failed: 2, total: 3 }, 1])
})

it('shows why a picture was given up, and lets staff try again or remove it', async () => {
  await openShop()
  await aVariation()
  const { id: product_id } = (await selectOne<{ id: number }>('SELECT id FROM products'))!
  for (const [position, source] of [
    'http://cdn.example/mended.jpg',
    'http://cdn.example/busy.jpg',
    'http://cdn.example/good.jpg',
  ].entries()) {
    await insertRow('product_images', { product_id, position, source, next_fetch_at: '2026-01-01' })
  }
  for (let i = 0; i < 4; i++) {
    await queuePictures(null)
    await work()
    await execute('UPDATE product_images SET next_fetch_at = NOW(3) WHERE next_fetch_at IS NOT NULL')
  }
  const missing = async () => (await findStaffProduct(product_id)).missing_images
  const [mended, busy] = await missing()
  expect(await missing()).toMatchObject([
    { source: 'http://cdn.example/mended.jpg', error: 'The address answered 503.', next_try_at: null },
    { source: 'http://cdn.example/busy.jpg', error: 'The address answered 503.', next_try_at: null },
  ])
  isMended = true
  expect((await tryPictureAgain(product_id, mended!.id)).missing_images[0]).toMatchObject({
    error: 'The address answered 503.',
    next_try_at: expect.any(String),
  })
  await queuePictures(null)
  await work()
  expect(await missing()).toEqual([busy])
  const here = (await findStaffProduct(product_id)).images
  expect(here).toHaveLength(2)
  expect(here[0]!.id).toBe(mended!.id)
  await expect(tryPictureAgain(product_id, mended!.id)).rejects.toMatchObject({ status: 409 })
  await expect(tryPictureAgain(product_id, 4_000_000)).rejects.toMatchObject({ status: 404 })
  expect((await removePicture(product_id, busy!.id)).missing_images).toEqual([])
})
