import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { select } from '#api/db/database.ts'
import type { ImportReport } from '#sync/protocol/import-report.ts'
import { aUser, startApi, type Api } from '#tests/support/api.ts'
import { BROKEN_FILES } from '#tests/support/import-files/broken-files.ts'
import { brokenRules, openShop } from '#tests/support/shop.ts'

let api: Api
let token: string
beforeAll(async () => { api = await startApi() })
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
})
afterAll(() => api.stop())

const send = (content: string | Buffer, dry_run = 'false') => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(Buffer.from(content as string))], { type: 'text/csv' }), 'products.csv')
  body.append('dry_run', dry_run)
  return api.send('POST', '/api/staff/products/import', { token, body })
}
const everything = async () => JSON.stringify([await select('SELECT * FROM products'), await select('SELECT * FROM product_variations'), await select('SELECT * FROM product_images'),
  await select('SELECT * FROM stock_movements'), await select('SELECT * FROM categories'), await select('SELECT * FROM sizes'), await select('SELECT * FROM colours'), await select('SELECT * FROM product_listings')])

describe('a file with', () => {
  it.each(BROKEN_FILES.filter(({ status }) => status === undefined))('$what: its good rows go in, its bad ones are named, and a second time changes nothing', async ({ content, good, errors }) => {
    const before = await everything()
    const rehearsal = await send(content, 'true')
    expect(await everything()).toBe(before)

    const reply = await send(content)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual(rehearsal.body)
    const report = reply.body as unknown as ImportReport
    expect(report.errors).toEqual(errors.map(([line, words]) => ({ line, message: expect.stringMatching(words) as string })))
    expect(report.summary.created).toBe(good.length)
    expect(report.summary.failed > 0).toBe(errors.length > 0)
    expect((await select<{ slug: string }>('SELECT slug FROM products ORDER BY id')).map(({ slug }) => slug)).toEqual(good)
    expect(await brokenRules()).toEqual([])

    const after = await everything()
    const again = (await send(content)).body as unknown as ImportReport
    expect(again.summary).toEqual({ ...report.summary, created: 0, unchanged: good.length })
    expect(await everything()).toBe(after)
  })

  it.each(BROKEN_FILES.filter(({ status }) => status === 422))('$what is refused as a whole, in words', async ({ content }) => {
    const before = await everything()
    for (const dry_run of ['true', 'false']) expect(await send(content, dry_run)).toMatchObject({ status: 422, body: { errors: { file: [expect.any(String)] } } })
    expect(await everything()).toBe(before)
  })
})
