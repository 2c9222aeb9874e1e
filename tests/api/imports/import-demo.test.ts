import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { select } from '#api/db/database.ts'
import { drawAll } from '#api/demo/draw-all.ts'
import { finishPictures } from '#api/demo/finish-pictures.ts'
import { seedDemo } from '#api/demo/seed.ts'
import { isPassword } from '#api/auth/passwords.ts'
import { BLOCKED } from '#api/uploads/photo.ts'
import { picturePath } from '#api/uploads/pictures.ts'
import { PICTURE_WIDTHS } from '#sync/protocol/shop/catalogue.ts'
import { patience } from '#tests/support/patience.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'

const dataDir = mkdtempSync(join(quickFolder(), 'selvedge-demo-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
// A test before this one may have kept the worker from reading SVG, which the garments are drawn as.
sharp.unblock({ operation: BLOCKED })
process.env.PICTURES_CACHE ??= resolve('tests/results/pictures')

describe('the demo shop', () => {
  it(
    'fills an empty shop with people, goods, pictures and a week of sales with correct books',
    { timeout: patience(720_000) },
    async () => {
      await seedDemo(dataDir, drawAll)
      await finishPictures(dataDir, drawAll)
      expect(await count('products', "status_code = 'LIVE'")).toBeGreaterThanOrEqual(60)
      expect(await select('SELECT id, name FROM categories WHERE id IN (4, 6, 7) ORDER BY id')).toEqual([
        { id: 4, name: 'Cargo Pants' },
        { id: 6, name: 'Crop Tops' },
        { id: 7, name: 'Jackets' },
      ])
      expect(await count('colours')).toBeGreaterThanOrEqual(12)
      expect(
        await count(
          'products',
          'id NOT IN (SELECT product_id FROM product_images WHERE position = 0 AND name IS NOT NULL)',
        ),
      ).toBe(0)
      expect(await count('product_images', 'name IS NULL')).toBe(0)
      expect(await count('orders', "status_code = 'COMPLETED'")).toBeGreaterThan(20)
      expect(await count('product_listings', 'created_at > NOW() - INTERVAL 30 DAY')).toBeGreaterThan(3)
      expect(await count('product_listings', 'sold > 0')).toBeGreaterThan(5)
      expect(await count('exceptions')).toBe(2)
      expect(await brokenRules()).toEqual([])
      for (const { name } of await select<{ name: string }>('SELECT name FROM product_images'))
        for (const width of PICTURE_WIDTHS)
          expect(existsSync(picturePath(join(dataDir, 'uploads'), name, width))).toBe(true)
      const [owner] = await select<{ password_hash: string }>(
        "SELECT password_hash FROM users WHERE email = 'owner@shop.test' AND role_code = 'SUPER_ADMINISTRATOR'",
      )
      expect(await isPassword(owner!.password_hash, 'Demo-1234')).toBe(true)
    },
  )

  it('is not filled twice', async () => {
    const before = await Promise.all(['users', 'products', 'orders', 'product_images'].map(table => count(table)))
    await seedDemo(dataDir, drawAll)
    expect(await Promise.all(['users', 'products', 'orders', 'product_images'].map(table => count(table)))).toEqual(
      before,
    )
  })
})
