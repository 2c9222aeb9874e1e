import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import type { Work } from '#api/jobs/job-queue.ts'
import { workJobs } from '#api/jobs/work-jobs.ts'
import { withCheckDigit } from '#sync/protocol/ean.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { ImportLine, OpenedImport } from '#sync/protocol/staff/import.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { importDesk, IMPORT_KINDS } from '#tests/support/goods/import-desk.ts'
import { aRow, ownFile, OWN_COLUMNS } from '#tests/support/import-files/own-files.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'

let api: Api
let token: string
aShopEach('ADMINISTRATOR', here => {
  ;({ api, token } = here)
})

const { open, ask, lines, check, apply: applyIt, mistakes, work } = importDesk(() => ({ api, token }))

it('shows what differs in each line of a file, applies it and keeps it in the history', async () => {
  const { status, opened } = await open(
    ownFile([aRow('ama', { retail_price: '100' }), aRow('kofi'), aRow('esi')], [...OWN_COLUMNS, 'shelf']),
  )
  expect(status).toBe(201)
  expect(opened).toMatchObject({
    file_name: 'goods of May.csv',
    format_code: 'own',
    status_code: 'CHECKING',
    summary: null,
    error: null,
  })
  expect(opened.columns).toContainEqual({ name: 'slug', isRead: true })
  expect(opened.columns).toContainEqual({ name: 'shelf', isRead: false })
  await work()
  expect(await ask(opened.id)).toMatchObject({
    status_code: 'CHECKED',
    summary: { created: 3, updated: 0, unchanged: 0, failed: 0 },
  })
  expect(await count('products')).toBe(0)
  expect((await applyIt(opened.id)).status).toBe(200)
  await work()
  expect(await ask(opened.id)).toMatchObject({ status_code: 'DONE', done: 3, total: 3, summary: { created: 3 } })
  expect(await count('products')).toBe(3)

  const second = await open(
    ownFile([
      aRow('ama', { name: 'New name', retail_price: '80.50' }),
      aRow('kofi'),
      aRow('esi', { retail_price: 'free' }),
      aRow('yaa'),
    ]),
  )
  await work()
  expect((await ask(second.opened.id)).summary).toEqual({ created: 1, updated: 1, unchanged: 1, failed: 1 })
  const { data } = await lines(second.opened.id)
  expect(data.map(({ line, outcome, slug }) => [line, outcome, slug])).toEqual([
    [2, 'UPDATED', 'ama'],
    [3, 'UNCHANGED', 'kofi'],
    [4, 'WRONG', null],
    [5, 'CREATED', 'yaa'],
  ])
  expect(data[0]!.differences).toEqual(
    expect.arrayContaining([
      { what: 'name', was: 'The ama', becomes: 'New name' },
      { what: 'retail_price', was: '100.00', becomes: '80.50' },
    ]),
  )
  expect(data[2]).toMatchObject({ message: expect.stringContaining('not an amount') as string, differences: [] })
  expect((await lines(second.opened.id, '?outcome=WRONG')).total).toBe(1)
  await applyIt(second.opened.id)
  await work()
  expect(
    await selectOne(
      'SELECT user_id, was, became FROM staff_changes WHERE subject = ? AND was IS NOT NULL ORDER BY id LIMIT 1',
      ['product'],
    ),
  ).toMatchObject({
    user_id: expect.any(Number) as number,
    was: expect.stringContaining('"name":"The ama"') as string,
    became: expect.stringContaining('"retail_price":"80.50"') as string,
  })
  const third = await open(
    ownFile([aRow('ama', { name: 'New name', retail_price: '80.50' }), aRow('kofi'), aRow('yaa')]),
  )
  await work()
  expect((await ask(third.opened.id)).summary).toEqual({ created: 0, updated: 0, unchanged: 3, failed: 0 })
  const { body } = await api.send('GET', '/api/staff/imports', { token })
  expect(
    (body as unknown as { imports: Page<OpenedImport> }).imports.data.map(({ status_code }) => status_code),
  ).toEqual(['CHECKED', 'DONE', 'DONE'])
  expect(await brokenRules()).toEqual([])
})

it('gives the bad rows back as a file to correct and import', async () => {
  const { opened } = await open(
    ownFile([aRow('ama', { retail_price: '-5', name: '=cmd' }), aRow('kofi'), aRow('esi', { quantity: 'many' })]),
  )
  await work()
  const { text, headers } = await mistakes(opened.id)
  expect(headers.get('content-type')).toContain('text/csv')
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows.map(({ line, 'what is wrong': wrong, slug, name }) => [line, wrong, slug, name])).toEqual([
    ['2', 'The price must not be below 0: "-5".', 'ama', "'=cmd"],
    ['4', expect.stringContaining('whole number'), 'esi', 'The esi'],
  ])
  const corrected = await open(text.replaceAll('-5', '5').replaceAll('many', '3'))
  await work()
  expect((await ask(corrected.opened.id)).summary).toEqual({ created: 2, updated: 0, unchanged: 0, failed: 0 })
})

it('names every row and gives all of them back when nothing in a file is right', async () => {
  const rows = Array.from({ length: 1_700 }, (_, i) => `p-${i},Name ${i},10,1,2,3`)
  const { opened } = await open(`slug,name,retail_price\n${rows.join('\n')}\n`)
  await work()
  expect(await ask(opened.id)).toMatchObject({
    status_code: 'CHECKED',
    done: 1_700,
    summary: { created: 0, failed: 1_700 },
  })
  const { data, total } = await lines(opened.id, '?outcome=WRONG&page=142')
  expect([total, data.at(-1)]).toMatchObject([
    1_700,
    { line: 1_701, message: expect.stringContaining('6 cells under 3 columns') as string },
  ])
  const [, ...back] = parse((await mistakes(opened.id)).text, { bom: true, relax_column_count: true }) as string[][]
  expect(back.map(([line, , ...cells]) => [line, cells.join(',')])).toEqual(rows.map((row, i) => [String(i + 2), row]))
})

it('resumes an import where it stopped and counts what both tries did', async () => {
  const { opened } = await open(ownFile(Array.from({ length: 1_300 }, (_, i) => aRow(`p-${i}`))))
  await work()
  await applyIt(opened.id)
  let told = 0
  const broken: Work = job =>
    IMPORT_KINDS['apply-import'](job, () => {
      if (++told === 2) throw new Error('the machine stopped')
      return Promise.resolve()
    })
  await workJobs({ ...IMPORT_KINDS, 'apply-import': broken })
  const half = await count('products')
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(1_300)
  await execute("UPDATE jobs SET due_at = NOW(3) WHERE status_code = 'QUEUED'")
  await work()
  expect(await ask(opened.id)).toMatchObject({
    status_code: 'DONE',
    summary: { created: 1_300, updated: 0, unchanged: 0, failed: 0 },
  })
  expect(await count('products')).toBe(1_300)
  expect(await count('product_import_lines', "is_rehearsal = 0 AND outcome = 'CREATED'")).toBe(1_300)
  expect(await brokenRules()).toEqual([])
})

it('keeps a failed import where it stopped until somebody resumes it', async () => {
  const { opened } = await open(ownFile(Array.from({ length: 600 }, (_, i) => aRow(`p-${i}`))))
  await work()
  await applyIt(opened.id)
  await workJobs({
    ...IMPORT_KINDS,
    'apply-import': job => IMPORT_KINDS['apply-import'](job, () => Promise.reject(new Error('the machine stopped'))),
  })
  const half = await count('products')
  await execute(
    "UPDATE jobs SET status_code = 'FAILED', due_at = NULL, error = 'The machine stopped.' WHERE status_code = 'QUEUED'",
  )
  expect(await ask(opened.id)).toMatchObject({
    status_code: 'FAILED',
    given_up: 'IMPORT',
    error: 'The machine stopped.',
  })
  await work()
  expect([half > 0 && half < 600, await count('products')]).toEqual([true, half])
  expect((await check(opened.id)).status).toBe(409)
  expect((await applyIt(opened.id)).status).toBe(200)
  await work()
  expect(await ask(opened.id)).toMatchObject({
    status_code: 'DONE',
    given_up: null,
    error: null,
    summary: { created: 600, updated: 0, unchanged: 0, failed: 0 },
  })
  expect(await count('products')).toBe(600)
  expect(await brokenRules()).toEqual([])
})

it('shows what changes in a long text far from its beginning, and logs both texts whole', async () => {
  const words = (last: string) => `${'Cut for heat, and for long days. '.repeat(20)}${last}`
  for (const last of ['Washed once.', 'Washed twice.']) {
    const { opened } = await open(ownFile([{ ...aRow('ama'), description: words(last) }]))
    await work()
    await applyIt(opened.id)
    await work()
  }
  const [last] = await select<{ id: number }>('SELECT MAX(id) AS id FROM product_imports')
  const [{ differences }] = (await lines(last!.id)).data as [ImportLine]
  expect(differences).toEqual([
    {
      what: 'description',
      was: expect.stringMatching(/^….{60}once\.$/),
      becomes: expect.stringMatching(/^….{60}twice\.$/),
    },
  ])
  const [change] = await select<{ was: string; became: string }>(
    "SELECT was, became FROM staff_changes WHERE subject = 'product' ORDER BY id DESC LIMIT 1",
  )
  expect([JSON.parse(change!.was), JSON.parse(change!.became)]).toEqual([
    { description: words('Washed once.') },
    { description: words('Washed twice.') },
  ])
})

it('names the variants that change, or the first of very many, and logs them all', async () => {
  const sizes = (skuOf: (i: number) => string, length = 450) =>
    ownFile(
      Array.from({ length }, (_, i) => ({
        ...(i === 0 ? aRow('ama') : { slug: 'ama' }),
        size_code: `N${i}`,
        size_name: `No ${i}`,
        colour_name: 'Indigo',
        sku: skuOf(i),
        barcode: withCheckDigit(`${603_000_000_000 + i}`),
      })),
    )
  const long = 'AMA-SLIM-JEANS-OF-THE-SECOND-SEASON-'
  for (const skuOf of [(i: number) => `${long}${i}`, (i: number) => `${long}NEW-${i}`]) {
    const { opened } = await open(sizes(skuOf))
    await work()
    expect((await ask(opened.id)).summary).toMatchObject({ failed: 0 })
    await applyIt(opened.id)
    await work()
    expect(await ask(opened.id)).toMatchObject({ status_code: 'DONE', summary: { failed: 0 } })
  }
  const [last] = await select<{ id: number }>('SELECT MAX(id) AS id FROM product_imports')
  const [{ outcome, differences }] = (await lines(last!.id)).data as [ImportLine]
  expect([outcome, differences[0], differences.length, differences.at(-1)]).toEqual([
    'UPDATED',
    { what: 'sku', of: 'No 0 Indigo', was: `${long}0`, becomes: `${long}NEW-0` },
    31,
    { what: 'changed_variations', was: null, becomes: '420 more' },
  ])
  const [change] = await select<{ was: string; became: string }>(
    "SELECT was, became FROM staff_changes WHERE subject = 'product' ORDER BY id DESC LIMIT 1",
  )
  expect([JSON.parse(change!.was), JSON.parse(change!.became)]).toMatchObject([
    { 'sku: No 0 Indigo': `${long}0`, 'sku: No 449 Indigo': `${long}449` },
    { 'sku: No 0 Indigo': `${long}NEW-0`, 'sku: No 449 Indigo': `${long}NEW-449` },
  ])
  expect(await count('product_variations', "sku LIKE '%NEW-%'")).toBe(450)
})

it('applies an import once, however often it is requested', async () => {
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

it('refuses something that is not a product file and names what is missing', async () => {
  expect((await open('slug,name\njeans,Jeans\n')).body).toMatchObject({
    errors: { file: [expect.stringContaining('lacks: retail_price')] },
  })
  expect((await open('Type,Name,SKU\nsimple,Jeans,J\n')).body).toMatchObject({
    errors: { file: [expect.stringContaining('lacks: regular price')] },
  })
  expect((await select('SELECT id FROM product_imports')).length).toBe(0)
})

it('says so when the file is gone', async () => {
  const { opened } = await open(ownFile([aRow('ama')]))
  await execute("UPDATE product_imports SET file_key = '00000000-0000-0000-0000-000000000000'")
  await work()
  expect(await ask(opened.id)).toMatchObject({
    status_code: 'FAILED',
    error: 'The file is gone. Please send it again.',
  })
})

it('can resume an import that failed long ago, after its job was swept', async () => {
  const { opened } = await open(ownFile([aRow('ama')]))
  await execute('DELETE FROM jobs')
  expect(await ask(opened.id)).toMatchObject({ status_code: 'FAILED', given_up: 'CHECK', error: null })
  expect((await check(opened.id)).status).toBe(200)
  await work()
  expect(await ask(opened.id)).toMatchObject({ status_code: 'CHECKED', given_up: null })
})

const change = (slug: string, columns: string) => execute(`UPDATE products SET ${columns} WHERE slug = ?`, [slug])
const prices = async () =>
  Object.fromEntries(
    (await select<{ slug: string; retail_price: number }>('SELECT slug, retail_price FROM products')).map(
      ({ slug, retail_price }) => [slug, retail_price],
    ),
  )

it('keeps and reports what somebody changes between check and import', async () => {
  const first = await open(
    ownFile(['ama', 'kofi', 'esi', 'yaa'].map(slug => aRow(slug, { description: `${'Long. '.repeat(100)}The end.` }))),
  )
  await work()
  await applyIt(first.opened.id)
  await work()
  const { opened } = await open(
    ownFile([
      aRow('ama', { retail_price: '80' }),
      aRow('ama', { retail_price: '', name: '', size_code: 'UK14', size_name: 'UK 14' }),
      aRow('kofi', { retail_price: '80' }),
      aRow('esi'),
      aRow('yaa', { retail_price: '80' }),
      aRow('abena'),
    ]),
  )
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
    [2, expect.stringContaining('This product changed after the file was checked')],
    [3, expect.stringContaining('Left out: line 2')],
    [5, expect.stringContaining('This product changed after the file was checked')],
  ])

  const again = await open((await mistakes(opened.id)).text)
  await work()
  await applyIt(again.opened.id)
  await work()
  expect(await prices()).toMatchObject({ ama: 80 })
  expect(await count('product_variations', "size_code = 'UK14'")).toBe(1)
  expect(await brokenRules()).toEqual([])
})

it('treats a change behind the shown part of a text as a change', async () => {
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
  expect(await selectOne<{ end: string }>('SELECT RIGHT(description, 10) AS end FROM products')).toEqual({
    end: 'Their end.',
  })
})

it('can repeat a failed or finished check, but none after the import', async () => {
  const { opened } = await open(ownFile([aRow('ama'), aRow('kofi')]))
  const recheck = async () => (await check(opened.id)).status
  expect(await recheck()).toBe(409)
  await execute("UPDATE jobs SET status_code = 'FAILED', due_at = NULL, error = 'The machine stopped.'")
  expect(await ask(opened.id)).toMatchObject({
    status_code: 'FAILED',
    given_up: 'CHECK',
    error: 'The machine stopped.',
  })
  expect((await applyIt(opened.id)).status).toBe(409)
  expect(await recheck()).toBe(200)
  expect(await ask(opened.id)).toMatchObject({ status_code: 'CHECKING', given_up: null, summary: null })
  await work()
  expect((await ask(opened.id)).summary).toMatchObject({ created: 2 })
  const other = await open(ownFile([aRow('kofi')]))
  await work()
  await applyIt(other.opened.id)
  await work()
  expect(await recheck()).toBe(200)
  await work()
  expect((await ask(opened.id)).summary).toEqual({ created: 1, updated: 0, unchanged: 1, failed: 0 })
  await applyIt(opened.id)
  await work()
  expect(await ask(opened.id)).toMatchObject({ status_code: 'DONE', summary: { created: 1, unchanged: 1, failed: 0 } })
  expect(await recheck()).toBe(409)
})

it('names odd values beside their product, apart from what is skipped', async () => {
  const first = await open(ownFile([aRow('esi', { barcode: '0012345678905' })]))
  await work()
  await applyIt(first.opened.id)
  await work()
  const { opened } = await open(ownFile([aRow('ama', { barcode: '012345678905' }), aRow('kofi', { barcode: '#N/A' })]))
  for (const step of ['rehearsal', 'import']) {
    if (step === 'import') await applyIt(opened.id)
    await work()
    expect((await ask(opened.id)).summary).toEqual({ created: 1, updated: 0, unchanged: 0, failed: 1, hints: 1 })
    const { data } = await lines(opened.id)
    expect(data.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'CREATED'],
      [2, 'HINT'],
      [3, 'WRONG'],
    ])
    const message = '"The esi" (ESI-UK10-INDIGO) has the barcode "012345678905" too.'
    expect((await lines(opened.id, '?outcome=HINT')).data).toMatchObject([{ line: 2, message, differences: [] }])
    expect((await mistakes(opened.id)).text).not.toContain('The esi')
  }
  expect(await brokenRules()).toEqual([])
})
