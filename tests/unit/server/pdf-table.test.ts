import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { pdfTable, type PdfTable } from '#api/pdf/pdf-table.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-pdf-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* repeated(rows: readonly string[][], times: number) {
  for (let n = 0; n < times; n++) yield* rows
}

async function written(rows: AsyncIterable<readonly string[]>, more: Partial<PdfTable> = {}): Promise<Buffer> {
  const path = join(folder, 'table.pdf')
  await pdfTable(path, {
    title: 'Orders of the shop',
    subtitle: 'Paid',
    columns: [
      { head: 'Customer', width: 120 },
      { head: 'Total', width: 80, isNumber: true },
    ],
    rows,
    ...more,
  })
  return readFileSync(path)
}

const wordsIn = (pdf: Buffer) => readPdf(pdf).words

test('shows cedis and Ghanaian letters, and wraps what is too long for its column', async () => {
  const [name, address] = [
    'A name that nobody could ever read in so narrow a column',
    `${'nana.akosua.'.repeat(8)}yeboah@mail.test`,
  ]
  const { words, places } = readPdf(
    await written(
      repeated(
        [
          ['Akosua Yɛboah', 'GH₵ 1,249.99'],
          [name, 'GH₵ 2.00'],
          [address, ''],
          ['Kofi', ''],
        ],
        1,
      ),
    ),
  )
  expect(words.slice(0, 7)).toEqual([
    'Page 1',
    'Orders of the shop',
    'Paid',
    'Customer',
    'Total',
    'Akosua Yɛboah',
    'GH₵ 1,249.99',
  ])
  const amount = words.indexOf('GH₵ 2.00')
  expect(words.slice(7, amount).join(' ')).toBe(name)
  expect(words.slice(amount + 1, -1).join('')).toBe(address)
  const heights = places
    .slice(7)
    .filter(({ x }) => x === places[7]!.x)
    .map(({ y }) => y)
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  expect(new Set(heights).size).toBe(heights.length)
})

test('keeps a row of several lines on one page, and puts totals last', async () => {
  const [long, rows] = ['Nana Akosua Serwaa Yeboah-Mensah of Kumasi and Accra', { read: 0 }]
  async function* counted() {
    for (; rows.read < 60; rows.read += 1) yield [long, '']
  }
  const { words, places, boxes } = readPdf(
    await written(counted(), { sums: () => [[`${rows.read} orders`, 'GH₵ 60.00']] }),
  )
  expect([boxes.length > 1, words.slice(-2)]).toEqual([true, ['60 orders', 'GH₵ 60.00']])
  expect(Math.min(...places.map(({ y }) => y))).toBeGreaterThan(20)
  const pages = words
    .join(' ')
    .split(/Page \d+ /)
    .slice(1)
    .map(page => page.split(long).length - 1)
  expect(pages.reduce((sum, found) => sum + found, 0)).toBe(60)
})

test('continues on further pages with column heads and a correct index', async () => {
  const pdf = await written(repeated([['Kofi', 'GH₵ 1.00']], 200))
  const words = wordsIn(pdf)
  expect(words.filter(word => word === 'Kofi')).toHaveLength(200)
  const pages = words.filter(word => word.startsWith('Page ')).length
  expect([pages, words.filter(word => word === 'Customer').length]).toEqual([6, 6])
  const text = pdf.toString('latin1')
  expect(text).toContain(`/Count ${pages} `)
  const begins = [...text.slice(text.lastIndexOf('xref\n0 ')).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) =>
    Number(at),
  )
  for (const [i, at] of begins.entries()) expect(text.slice(at, at + 12)).toMatch(new RegExp(`^${i + 1} 0 obj`))
  expect(text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])).startsWith('xref')).toBe(true)
})

test('makes a whole page for an empty table, and no file when the rows fail', async () => {
  expect(wordsIn(await written(repeated([], 1)))).toEqual(['Page 1', 'Orders of the shop', 'Paid', 'Customer', 'Total'])
  async function* breaking() {
    yield ['Kofi', '']
    throw new Error('no database')
  }
  await expect(written(breaking())).rejects.toThrow('no database')
})
