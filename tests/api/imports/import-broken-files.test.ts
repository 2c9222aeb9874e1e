import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { select } from '#api/db/database.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aFileForm, importDesk } from '#tests/support/goods/import-desk.ts'
import { BROKEN_FILES } from '#tests/support/import-files/broken-files.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'

let api: Api
let token: string
aShopEach('ADMINISTRATOR', here => {
  ;({ api, token } = here)
})

const desk = importDesk(() => ({ api, token }))
const send = (content: string | Buffer, dry_run = 'false') => {
  const body = aFileForm(content, 'products.csv')
  body.append('dry_run', dry_run)
  return api.send('POST', '/api/staff/products/import', { token, body })
}
const everything = async () =>
  JSON.stringify([
    await select('SELECT * FROM products'),
    await select('SELECT * FROM product_variations'),
    await select('SELECT * FROM product_images'),
    await select('SELECT * FROM stock_movements'),
    await select('SELECT * FROM categories'),
    await select('SELECT * FROM sizes'),
    await select('SELECT * FROM colours'),
    await select('SELECT * FROM product_listings'),
  ])
const slugs = async () =>
  (await select<{ slug: string }>('SELECT slug FROM products ORDER BY id')).map(({ slug }) => slug)
const named = (errors: [line: number, words: RegExp][]) =>
  errors.map(([line, words]) => ({ line, message: expect.stringMatching(words) as string }))

const readable = BROKEN_FILES.filter(({ status }) => status === undefined)

describe('a file with', () => {
  it.each(readable)(
    '$what: imports its good rows, names its bad ones, and changes nothing the second time',
    async ({ content, good, errors }) => {
      const before = await everything()
      const rehearsal = await send(content, 'true')
      expect(await everything()).toBe(before)

      const reply = await send(content)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual(rehearsal.body)
      const report = reply.body as unknown as ImportReport
      expect(report.errors).toEqual(named(errors))
      expect(report.summary.created).toBe(good.length)
      expect(report.summary.failed > 0).toBe(errors.length > 0)
      expect(await slugs()).toEqual(good)
      expect(await brokenRules()).toEqual([])

      const after = await everything()
      const again = (await send(content)).body as unknown as ImportReport
      expect(again.summary).toEqual({ ...report.summary, created: 0, unchanged: good.length })
      expect(await everything()).toBe(after)
    },
  )

  it.each(readable)(
    '$what, on the screens: maps its columns, names its bad rows before and after, exports them, and imports its good ones',
    async ({ content, good, errors }) => {
      const {
        status,
        opened: { id, columns },
      } = await desk.open(content)
      expect([status, columns.some(({ isRead }) => isRead)]).toEqual([201, true])
      const before = await everything()
      await desk.work()
      expect(await desk.ask(id)).toMatchObject({
        status_code: 'CHECKED',
        error: null,
        summary: { created: good.length, updated: 0, unchanged: 0 },
      })
      expect(await everything()).toBe(before)
      expect((await desk.lines(id, '?outcome=WRONG')).data).toMatchObject(named(errors))
      expect((await desk.apply(id)).status).toBe(200)
      await desk.work()
      const done = await desk.ask(id)
      expect(done).toMatchObject({ error: null, summary: { created: good.length, updated: 0, unchanged: 0 } })
      const { pictures, status_code } = done
      expect(status_code).toBe(pictures.done + pictures.failed < pictures.total ? 'FETCHING' : 'DONE')
      expect((await desk.lines(id, '?outcome=CREATED')).data.map(({ slug }) => slug)).toEqual(good)
      expect((await desk.lines(id, '?outcome=WRONG')).data).toMatchObject(named(errors))
      const [, ...wrong] = parse((await desk.mistakes(id)).text, { bom: true, relax_column_count: true }) as string[][]
      expect(wrong.map(([line]) => Number(line))).toEqual([...new Set(errors.map(([line]) => line))])
      for (const [line, words] of errors) expect(wrong.find(([at]) => Number(at) === line)![1]).toMatch(words)
      expect(await slugs()).toEqual(good)
      expect(await brokenRules()).toEqual([])
    },
  )

  it.each(BROKEN_FILES.filter(({ status }) => status === 422))(
    '$what is refused as a whole, in words',
    async ({ content }) => {
      const before = await everything()
      const refused = { status: 422, body: { errors: { file: [expect.any(String)] } } }
      for (const dry_run of ['true', 'false']) expect(await send(content, dry_run)).toMatchObject(refused)
      expect(await desk.open(content)).toMatchObject(refused)
      expect([await everything(), await count('product_imports')]).toEqual([before, 0])
    },
  )
})
