import { expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { routes } from '#api/routes.ts'
import { patience } from '#tests/support/patience.ts'
import type { Api } from '#tests/support/server/api.ts'
import { hostilePictures, wronglyTaken } from '#tests/support/hostile/hostile-pictures.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { count } from '#tests/support/server/shop.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'
import { inWords, MOST_YARDSTICKS, yardsticksOf } from '#tests/support/runs/processor-time.ts'

let api: Api
let stage: Stage
let owner: Record<string, string>
onStage(here => {
  ;({ api, stage, owner } = here)
})

/** Where the forty files are sent beside the tests of what is uploaded: pictures, categories, refunds. */
const ELSEWHERE = [
  'POST /api/staff/products/:id/images',
  'POST /api/staff/categories',
  'POST /api/account/refunds/:id/photos',
  'POST /api/account/orders/:id/reviews/:reviewId/pictures',
]
/** The field of the others that takes pictures, and the field that takes a table. */
const PICTURES = {
  'POST /api/staff/products': 'images[0]',
  'POST /api/staff/categories/:id': 'banner_image',
  'POST /api/orders/track/:token/refunds/:refundId/photos': 'photo',
  'POST /api/orders/track/:token/reviews/:reviewId/pictures': 'photo',
} as const
const TABLES = ['POST /api/staff/products/import', 'POST /api/staff/imports'] as const

/** Sends a file in this field of a request that is otherwise right. */
async function uploaderOf(name: string, field: string) {
  const { path, body = {} } = await REQUESTS[name]!(stage, owner)
  const fields = body instanceof FormData ? [...body] : Object.entries(body as Record<string, string>)
  return async (bytes: Uint8Array, type: string) => {
    const form = new FormData()
    for (const [known, value] of fields) if (known !== field) form.append(known, value)
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), '../../<script>.jpg')
    return api.send('POST', path, { headers: owner, body: form })
  }
}

const mebibytes = () => process.memoryUsage().rss / 1024 / 1024

test('sends hostile files to each route that accepts a file', () => {
  expect(
    routes
      .filter(({ multipart }) => multipart)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...ELSEWHERE, ...Object.keys(PICTURES), ...TABLES].sort())
})

test.each(Object.entries(PICTURES))(
  '%s takes none of forty hostile files, or remakes it without what it carried',
  async (name, field) => {
    const upload = await uploaderOf(name, field)
    const before = mebibytes()
    const kept = new Set<string>()
    expect(
      await wronglyTaken(await hostilePictures(), async ({ bytes }) => {
        const { status, text, body } = await upload(bytes, 'image/jpeg')
        for (const [link] of status < 300 ? text.matchAll(/\/storage\/[\w/-]+\.webp/g) : []) kept.add(link)
        for (const table of ['refund_photos', 'review_pictures']) await execute(`DELETE FROM ${table}`) // each takes three
        return { status: status === 200 ? 201 : status, errors: body.errors }
      }),
    ).toEqual([])
    expect(mebibytes() - before).toBeLessThan(200)
    expect(kept.size).toBeGreaterThanOrEqual(6)
    for (const link of kept)
      expect(
        /script|Ama|GPS|Exif/.test(Buffer.from(await (await fetch(api.base + link)).arrayBuffer()).toString('latin1')),
      ).toBe(false)
  },
  patience(360_000),
)

test.each(Object.entries(PICTURES))(
  '%s takes no file that is called something else, or is too large',
  async (name, field) => {
    const upload = await uploaderOf(name, field)
    const [honest] = (await hostilePictures()).filter(({ may }) => may === 'remade')
    for (const type of ['image/svg+xml', 'text/html', 'image/gif', 'application/pdf'])
      expect([type, (await upload(honest!.bytes, type)).status]).toEqual([type, 415])
    expect((await upload(new Uint8Array(13 * 1024 * 1024), 'image/jpeg')).status).toBe(413)
  },
)

test.each(TABLES)(
  '%s refuses forty hostile files as tables, and files called pictures',
  async name => {
    const upload = await uploaderOf(name, 'file')
    const everything = async () => [
      await count('products'),
      await count('product_imports'),
      await select('SELECT COUNT(*) AS n FROM jobs'),
    ]
    const [was, before] = [await everything(), mebibytes()]
    const wrong: string[] = []
    for (const { name: file, bytes } of await hostilePictures()) {
      const taken = await yardsticksOf(async () => {
        const { status, body } = await upload(bytes, 'text/csv')
        if (status !== 422 || !body.errors?.file) wrong.push(`${file}: ${status}`)
      }, MOST_YARDSTICKS)
      if (taken > MOST_YARDSTICKS) wrong.push(`${file}: ${inWords(taken)}`)
    }
    expect(wrong).toEqual([])
    expect((await upload(new Uint8Array(9), 'image/jpeg')).status).toBe(415)
    expect(mebibytes() - before).toBeLessThan(200)
    expect(await everything()).toEqual(was)
  },
  patience(360_000),
)
