import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { withCheckDigit } from '#sync/protocol/ean.ts'
import { fileShop } from '#tests/support/import-files/file-shop.ts'
import { aRow, ownFile } from '#tests/support/import-files/own-files.ts'

const shop = fileShop()
const file = (name: string) => readFile(`tests/support/import-files/${name}.csv`, 'utf8')
const barcodes = async () =>
  Object.fromEntries(
    (
      await select<{ slug: string; barcode: string | null }>(
        'SELECT p.slug, v.barcode FROM product_variations v JOIN products p ON p.id = v.product_id ORDER BY v.id',
      )
    ).map(({ slug, barcode }) => [slug, barcode]),
  )

describe('what is not a barcode', () => {
  test.each([
    ['6.034E+12', /Its digits are lost/],
    ['6,034E+12', /Its digits are lost/],
    ['#N/A', /"#N\/A" is not a barcode/],
    ['#REF!', /is not a barcode/],
    ['FALSE', /"FALSE" is not a barcode/],
    ['true', /is not a barcode/],
    ['="0012345678905"', /is a formula.* Do you mean 0012345678905\?$/],
    ['=A2', /is a formula: =A2\.$/],
    ['12345678905', /has 11 digits\. Do you mean 012345678905\?$/],
    ['12345678904', /has 11 digits\.$/],
    ['6034000001014', /has a wrong digit/],
    ['96385075', /has a wrong digit/],
    ['2000000000016', /has a wrong digit/],
    ['04006381333930', /has a wrong digit/],
  ])('is refused with its row: %s', async (barcode, words) => {
    const csv = ownFile([aRow('ama', { barcode }), aRow('kofi', { barcode: '6034000001013' })])
    const { summary, errors } = await shop.read(csv)
    expect(errors).toEqual([{ line: 2, message: expect.stringMatching(words) as string }])
    expect(summary).toEqual({ created: 1, updated: 0, unchanged: 0, failed: 1 })
    expect(await barcodes()).toEqual({ kofi: '6034000001013' })
  })

  test.each(['', 'SLIM-UK10', '00123', '1234567890', '04252614', '96385074', '036000291452', '14006381333938'])(
    'control: comes in where it may be one: %s',
    async barcode => {
      expect(await shop.read(ownFile([aRow('ama', { barcode })]))).toEqual({
        summary: { created: 1, updated: 0, unchanged: 0, failed: 0 },
        errors: [],
      })
      expect(await barcodes()).toEqual({ ama: barcode || null })
    },
  )

  test('stays where the shop has it already, and everything else of its row is taken', async () => {
    await shop.read(ownFile([aRow('ama', { barcode: '6034000001013' })]))
    await execute("UPDATE product_variations SET barcode = '6034000001014'")
    const again = ownFile([aRow('ama', { barcode: '6034000001014', retail_price: 80 })])
    expect((await shop.read(again)).summary).toEqual({ created: 0, updated: 1, unchanged: 0, failed: 0 })
    expect((await shop.read(again)).summary).toEqual({ created: 0, updated: 0, unchanged: 1, failed: 0 })
    expect(await barcodes()).toEqual({ ama: '6034000001014' })
  })

  test('is refused in each row of a file that a spreadsheet has spoiled', async () => {
    const { errors } = await shop.read(await file('barcode-not-a-code'))
    expect(errors.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6])
    expect(await barcodes()).toEqual({})
    const mangled = await shop.read(await file('spreadsheet-mangled'))
    expect(mangled.errors.map(({ line, message }) => [line, /Do you mean (\d+)/.exec(message)?.[1]])).toEqual([
      [2, undefined],
      [3, undefined],
      [4, '012345678905'],
      [5, '0012345678905'],
    ])
    expect(await barcodes()).toEqual({})
  })
})

describe('a barcode that other goods have', () => {
  test('is kept and told, in whichever spelling, in the file and in the shop', async () => {
    const csv = await file('gtin-two-spellings')
    expect(await shop.read(csv)).toEqual({
      summary: { created: 4, updated: 0, unchanged: 0, failed: 0, hints: 2 },
      errors: [],
      hints: [
        { line: 3, message: 'Line 2 has the same barcode: "012345678905".' },
        { line: 5, message: 'Line 4 has the same barcode: "6034000001013".' },
      ],
    })
    expect(await shop.read(csv)).toEqual({ summary: { created: 0, updated: 0, unchanged: 4, failed: 0 }, errors: [] })
    const other = ownFile([aRow('ama', { barcode: '00012345678905' })])
    expect((await shop.read(other)).hints).toEqual([
      { line: 2, message: '"Gtin A" (GT-A) has the barcode "00012345678905" too.' },
    ])
  })

  test('is refused in every spelling where it is one of the shop’s own', async () => {
    const own = withCheckDigit('200000000001')
    await shop.read(ownFile([aRow('ama', { barcode: own })]))
    const { errors } = await shop.read(
      ownFile([
        aRow('kofi', { barcode: `0${own}` }),
        aRow('esi', { barcode: withCheckDigit('200000000002') }),
        aRow('yaa', { barcode: `0${withCheckDigit('200000000002')}` }),
      ]),
    )
    expect(errors.map(({ line, message }) => [line, message])).toEqual([
      [2, `The barcode "0${own}" is already used by "The ama".`],
      [4, `Line 3 already has the barcode "0${withCheckDigit('200000000002')}".`],
    ])
  })
})

test('a size that looks like a date comes in with a hint', async () => {
  const csv = await file('size-like-a-date')
  expect(await shop.read(csv)).toEqual({
    summary: { created: 1, updated: 0, unchanged: 0, failed: 0, hints: 1 },
    errors: [],
    hints: [{ line: 3, message: 'The size "12-Oct" looks like a date. A spreadsheet may have made it of 10-12.' }],
  })
  expect(await select("SELECT name FROM sizes WHERE name LIKE 'Age%' ORDER BY name")).toEqual([
    { name: 'Age: 10-12' },
    { name: 'Age: 12-Oct' },
  ])
  expect(await shop.read(csv)).toEqual({ summary: { created: 0, updated: 0, unchanged: 1, failed: 0 }, errors: [] })
})
