import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { env } from '#api/env.ts'
import { keepPicture } from '#api/uploads/keep-picture.ts'
import { deletePicture } from '#api/uploads/pictures.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aPicture } from '#tests/support/goods/products.ts'

let api: Api
aShopEach('MANAGER', here => {
  ;({ api } = here)
})

async function kept(size: { width: number; height: number }): Promise<string> {
  const path = join(env.dataDir, `${size.width}-${size.height}.jpg`)
  await writeFile(path, await aPicture('jpeg', size))
  return (await keepPicture(path, 'images')).name
}
const ask = (file: string) => fetch(`${api.base}/storage/pictures/${file}`)
const shared = async () =>
  (await readdir(join(env.uploadsDir, 'pictures')).catch(() => [])).filter(name => name.endsWith('-630.jpg'))

test.each([
  { width: 800, height: 1000 },
  { width: 1000, height: 300 },
  { width: 60, height: 75 },
])('shows messengers 1200 × 630 of a picture of $width × $height, and keeps it as long as the picture', async size => {
  const name = await kept(size)
  const replies = await Promise.all(Array.from({ length: 6 }, () => ask(`${name}-630.jpg`)))
  expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const [reply] = replies
  expect(reply!.headers.get('content-type')).toBe('image/jpeg')
  expect(reply!.headers.get('cache-control')).toContain('immutable')
  expect(await sharp(await reply!.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(await shared()).toContain(`${name}-630.jpg`)
  deletePicture(env.uploadsDir, name)
  expect(await shared()).not.toContain(`${name}-630.jpg`)
  expect((await ask(`${name}-630.jpg`)).status).toBe(404)
})

test('makes nothing for a picture that the shop does not have, or for another name', async () => {
  const before = await shared()
  for (const file of [
    `${'a'.repeat(32)}-630.jpg`,
    '..%2F..%2Fsecret-630.jpg',
    `${'A'.repeat(32)}-630.jpg`,
    `${'a'.repeat(32)}-631.jpg`,
    '-630.jpg',
  ])
    expect([file, (await ask(file)).status]).toEqual([file, 404])
  expect(await shared()).toEqual(before)
})
