import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { jobKinds } from '#api/job-kinds.ts'
import { workJobs } from '#api/jobs/work-jobs.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { ImportLine, OpenedImport } from '#sync/protocol/import.ts'
import { aUser, startApi, type Api } from '#tests/support/api.ts'
import { aRow, ownFile, OWN_COLUMNS } from '#tests/support/import-files/own-files.ts'
import { brokenRules, count, openShop } from '#tests/support/shop.ts'

let api: Api
let token: string
beforeAll(async () => { api = await startApi() })
beforeEach(async () => {
  await openShop()
  token = (await aUser('ADMINISTRATOR')).token
})
afterAll(() => api.stop())

const { 'rehearse-import': rehearse, 'apply-import': apply } = jobKinds
/** Without the pictures, which would be asked of the web. */
const KINDS = { 'rehearse-import': rehearse!, 'apply-import': apply!, 'fetch-pictures': () => Promise.resolve({}) }
const work = () => workJobs(KINDS)

async function open(content: string, name = 'goods of May.csv') {
  const body = new FormData()
  body.append('file', new Blob([content], { type: 'text/csv' }), name)
  const reply = await api.send('POST', '/api/staff/imports', { token, body })
  return { status: reply.status, body: reply.body, opened: (reply.body as unknown as { import: OpenedImport }).import }
}
const ask = async (id: number) => ((await api.send('GET', `/api/staff/imports/${id}`, { token })).body as unknown as { import: OpenedImport }).import
const lines = async (id: number, query = '') => ((await api.send('GET', `/api/staff/imports/${id}/lines${query}`, { token })).body as unknown as { lines: Page<ImportLine> }).lines
const applyIt = (id: number) => api.send('POST', `/api/staff/imports/${id}/apply`, { token })

it('a file is looked into, rehearsed with what differs in each line, applied and remembered', async () => {
  const { status, opened } = await open(ownFile([aRow('ama', { retail_price: '100' }), aRow('kofi'), aRow('esi')], [...OWN_COLUMNS, 'shelf']))
  expect(status).toBe(201)
  expect(opened).toMatchObject({ file_name: 'goods of May.csv', format_code: 'own', status_code: 'CHECKING', summary: null, error: null })
  expect(opened.columns).toContainEqual({ name: 'slug', isRead: true })
  expect(opened.columns).toContainEqual({ name: 'shelf', isRead: false })
  await work()
  expect(await ask(opened.id)).toMatchObject({ status_code: 'CHECKED', summary: { created: 3, updated: 0, unchanged: 0, failed: 0 } })
  expect(await count('products')).toBe(0)
  expect((await applyIt(opened.id)).status).toBe(200)
  await work()
  expect(await ask(opened.id)).toMatchObject({ status_code: 'DONE', done: 3, total: 3, summary: { created: 3 } })
  expect(await count('products')).toBe(3)

  const second = await open(ownFile([aRow('ama', { name: 'New name', retail_price: '80.50' }), aRow('kofi'), aRow('esi', { retail_price: 'free' }), aRow('yaa')]))
  await work()
  expect((await ask(second.opened.id)).summary).toEqual({ created: 1, updated: 1, unchanged: 2, failed: 1 })
  const { data } = await lines(second.opened.id)
  expect(data.map(({ line, outcome, slug }) => [line, outcome, slug])).toEqual([[2, 'UPDATED', 'ama'], [3, 'UNCHANGED', 'kofi'], [4, 'UNCHANGED', 'esi'], [4, 'WRONG', null], [5, 'CREATED', 'yaa']])
  expect(data[0]!.differences).toEqual(expect.arrayContaining([{ what: 'name', was: 'The ama', becomes: 'New name' }, { what: 'retail_price', was: '100.00', becomes: '80.50' }]))
  expect(data[3]).toMatchObject({ message: expect.stringContaining('no amount') as string, differences: [] })
  expect((await lines(second.opened.id, '?outcome=WRONG')).total).toBe(1)
  await applyIt(second.opened.id)
  await work()
  expect(await selectOne('SELECT user_id, was, became FROM staff_changes WHERE subject = ? AND was IS NOT NULL ORDER BY id LIMIT 1', ['product'])).toMatchObject({
    user_id: expect.any(Number) as number, was: expect.stringContaining('"name":"The ama"') as string, became: expect.stringContaining('"retail_price":"80.50"') as string,
  })
  const third = await open(ownFile([aRow('ama', { name: 'New name', retail_price: '80.50' }), aRow('kofi'), aRow('yaa')]))
  await work()
  expect((await ask(third.opened.id)).summary).toEqual({ created: 0, updated: 0, unchanged: 3, failed: 0 })
  const { body } = await api.send('GET', '/api/staff/imports', { token })
  expect((body as unknown as { imports: Page<OpenedImport> }).imports.data.map(({ status_code }) => status_code)).toEqual(['CHECKED', 'DONE', 'DONE'])
  expect(await brokenRules()).toEqual([])
})

it('the wrong rows come back as a file that can be corrected and imported', async () => {
  const { opened } = await open(ownFile([aRow('ama', { retail_price: '-5', name: '=cmd' }), aRow('kofi'), aRow('esi', { quantity: 'many' })]))
  await work()
  const { text, headers } = await api.send('GET', `/api/staff/imports/${opened.id}/mistakes/csv`, { token })
  expect(headers.get('content-type')).toContain('text/csv')
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows.map(({ line, 'what is wrong': wrong, slug, name }) => [line, wrong, slug, name])).toEqual([
    ['2', 'The price must not be below 0: "-5".', 'ama', "'=cmd"], ['4', expect.stringContaining('whole number'), 'esi', 'The esi'], 
  ])
  const corrected = await open(text.replaceAll('-5', '5').replaceAll('many', '3'))
  await work()
  expect((await ask(corrected.opened.id)).summary).toEqual({ created: 2, updated: 0, unchanged: 0, failed: 0 })
})

it('an import that is broken off goes on where it was, and counts what both tries did', async () => {
  const { opened } = await open(ownFile(Array.from({ length: 1_300 }, (_, i) => aRow(`p-${i}`))))
  await work()
  await applyIt(opened.id)
  let told = 0
  const broken = { ...KINDS, 'apply-import': (job: Parameters<typeof apply & object>[0]) => apply!(job, () => { if (++told === 2) throw new Error('the machine stopped'); return Promise.resolve() }) }
  await workJobs(broken)
  const half = await count('products')
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(1_300)
  await execute("UPDATE jobs SET due_at = NOW(3) WHERE status_code = 'QUEUED'")
  await work()
  expect(await ask(opened.id)).toMatchObject({ status_code: 'DONE', summary: { created: 1_300, updated: 0, unchanged: 0, failed: 0 } })
  expect(await count('products')).toBe(1_300)
  expect(await count('product_import_lines', "is_rehearsal = 0 AND outcome = 'CREATED'")).toBe(1_300)
  expect(await brokenRules()).toEqual([])
})

it('an import is applied once, however often that is asked', async () => {
  const { opened } = await open(ownFile([aRow('ama')]))
  expect((await applyIt(opened.id)).status).toBe(409)
  await work()
  const replies = await Promise.all(Array.from({ length: 8 }, () => applyIt(opened.id)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  await work()
  expect((await applyIt(opened.id)).status).toBe(409)
  expect((await applyIt(999_999)).status).toBe(404)
  expect(await count('stock_movements')).toBe(1)
})

it('a file that is none is refused in words that name what is missing', async () => {
  expect((await open('slug,name\njeans,Jeans\n')).body).toMatchObject({ errors: { file: [expect.stringContaining('lacks: retail_price')] } })
  expect((await open('Type,Name,SKU\nsimple,Jeans,J\n')).body).toMatchObject({ errors: { file: [expect.stringContaining('lacks: regular price')] } })
  expect((await select('SELECT id FROM product_imports')).length).toBe(0)
})

it('a file that is gone says so', async () => {
  const { opened } = await open(ownFile([aRow('ama')]))
  await execute("UPDATE product_imports SET file_key = '00000000-0000-0000-0000-000000000000'")
  await work()
  expect(await ask(opened.id)).toMatchObject({ status_code: 'FAILED', error: 'The file is gone. Please send it again.' })
})

it('one that was given up long ago, whose job is swept, is given up still, and can be gone on with', async () => {
  const { opened } = await open(ownFile([aRow('ama')]))
  await execute('DELETE FROM jobs')
  expect(await ask(opened.id)).toMatchObject({ status_code: 'FAILED', given_up: 'CHECK', error: null })
  expect((await api.send('POST', `/api/staff/imports/${opened.id}/check`, { token })).status).toBe(200)
  await work()
  expect(await ask(opened.id)).toMatchObject({ status_code: 'CHECKED', given_up: null })
})

const change = (slug: string, columns: string) => execute(`UPDATE products SET ${columns} WHERE slug = ?`, [slug])
const prices = async () => Object.fromEntries((await select<{ slug: string; retail_price: number }>('SELECT slug, retail_price FROM products')).map(({ slug, retail_price }) => [slug, retail_price]))

it('what somebody changes between the check and the import stays as they left it, and is told of', async () => {
  const first = await open(ownFile(['ama', 'kofi', 'esi', 'yaa'].map(slug => aRow(slug, { description: `${'Long. '.repeat(100)}The end.` }))))
  await work()
  await applyIt(first.opened.id)
  await work()
  const { opened } = await open(ownFile([
    aRow('ama', { retail_price: '80' }), aRow('ama', { retail_price: '', name: '', size_code: 'UK14', size_name: 'UK 14' }), aRow('kofi', { retail_price: '80' }), aRow('esi'), aRow('yaa', { retail_price: '80' }), aRow('abena'),
  ]))
  await work()
  expect((await ask(opened.id)).summary).toEqual({ created: 1, updated: 3, unchanged: 1, failed: 0 })
  await change('ama', 'retail_price = 120')
  await change('esi', "name = 'A name of their own'")
  await change('yaa', 'views = views + 5')
  expect((await applyIt(opened.id)).status).toBe(200)
  await work()
  expect((await ask(opened.id)).summary).toEqual({ created: 1, updated: 2, unchanged: 0, failed: 2 })
  expect(await prices()).toEqual({ ama: 120, kofi: 80, esi: 99.5, yaa: 80, abena: 99.5 })
  expect(await selectOne("SELECT name FROM products WHERE slug = 'esi'")).toEqual({ name: 'A name of their own' })
  expect(await count('product_variations', "size_code = 'UK14'")).toBe(0)
  const wrong = (await lines(opened.id, '?outcome=WRONG')).data
  expect(wrong.map(({ line, message }) => [line, message])).toEqual([
    [2, expect.stringContaining('Somebody has changed this product since')], [3, expect.stringContaining('Left out, because line 2')], [5, expect.stringContaining('Somebody has changed this product since')],
  ])

  const again = await open((await api.send('GET', `/api/staff/imports/${opened.id}/mistakes/csv`, { token })).text)
  await work()
  await applyIt(again.opened.id)
  await work()
  expect(await prices()).toMatchObject({ ama: 80 })
  expect(await count('product_variations', "size_code = 'UK14'")).toBe(1)
  expect(await brokenRules()).toEqual([])
})

it('a change behind the part of a text that is shown counts as one', async () => {
  const long = 'Long. '.repeat(100)
  await work()
  const first = await open(ownFile([aRow('ama', { description: `${long}The end.` })]))
  await work()
  await applyIt(first.opened.id)
  await work()
  const { opened } = await open(ownFile([aRow('ama', { description: `${long}Another end.` })]))
  await work()
  await change('ama', `description = '${long}Their end.'`)
  await applyIt(opened.id)
  await work()
  expect((await ask(opened.id)).summary).toMatchObject({ updated: 0, failed: 1 })
  expect(await selectOne<{ end: string }>('SELECT RIGHT(description, 10) AS end FROM products')).toEqual({ end: 'Their end.' })
})

it('a check that was given up can be begun again, one that is done too, and none that is past it', async () => {
  const { opened } = await open(ownFile([aRow('ama'), aRow('kofi')]))
  const check = async () => (await api.send('POST', `/api/staff/imports/${opened.id}/check`, { token })).status
  expect(await check()).toBe(409)
  await execute("UPDATE jobs SET status_code = 'FAILED', due_at = NULL, error = 'The machine stopped.'")
  expect(await ask(opened.id)).toMatchObject({ status_code: 'FAILED', given_up: 'CHECK', error: 'The machine stopped.' })
  expect((await applyIt(opened.id)).status).toBe(409)
  expect(await check()).toBe(200)
  expect(await ask(opened.id)).toMatchObject({ status_code: 'CHECKING', given_up: null, summary: null })
  await work()
  expect((await ask(opened.id)).summary).toMatchObject({ created: 2 })
  const other = await open(ownFile([aRow('kofi')]))
  await work()
  await applyIt(other.opened.id)
  await work()
  expect(await check()).toBe(200)
  await work()
  expect((await ask(opened.id)).summary).toEqual({ created: 1, updated: 0, unchanged: 1, failed: 0 })
  await applyIt(opened.id)
  await work()
  expect(await ask(opened.id)).toMatchObject({ status_code: 'DONE', summary: { created: 1, unchanged: 1, failed: 0 } })
  expect(await check()).toBe(409)
})
