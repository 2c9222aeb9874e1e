import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { pdfTable } from '#api/pdf/pdf-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-pdf-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function* repeated(rows: readonly string[][], times: number) {
  for (let n = 0; n < times; n++) yield* rows
}

async function written(rows: AsyncIterable<readonly string[]>): Promise<Buffer> {
  const path = join(folder, 'table.pdf')
  await pdfTable(path, { title: 'Orders of the shop', subtitle: 'Paid', columns: [{ head: 'Customer', width: 120 }, { head: 'Total', width: 80, isNumber: true }], rows })
  return readFileSync(path)
}

/** The words of a PDF as a reader finds them: glyphs by the file's own list of the characters they stand for. */
function wordsIn(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)].map(([, packed]) => {
    const bytes = inflateSync(Buffer.from(packed!, 'latin1'))
    return bytes.toString('latin1')
  })
  const characters = new Map<string, string>()
  for (const list of streams.filter(stream => stream.includes('beginbfchar'))) {
    for (const [, glyph, character] of list.matchAll(/^<(\w{4})> <(\w+)>$/gm)) characters.set(glyph!, Buffer.from(character!, 'hex').swap16().toString('utf16le'))
  }
  return streams.filter(stream => stream.startsWith('BT')).flatMap(page => [...page.matchAll(/<(\w+)> Tj/g)].map(([, glyphs]) => glyphs!.match(/.{4}/g)!.map(glyph => characters.get(glyph)).join('')))
}

test('shows cedis and the letters of Ghana\'s languages, and cuts what is too long for its column', async () => {
  const words = wordsIn(await written(repeated([['Akosua Yɛboah', 'GH₵ 1,249.99'], ['A name that nobody could ever read in so narrow a column', '']], 1)))
  expect(words.slice(0, 7)).toEqual(['Page 1', 'Orders of the shop', 'Paid', 'Customer', 'Total', 'Akosua Yɛboah', 'GH₵ 1,249.99'])
  expect(words[7]).toMatch(/^A name that nobody .*…$/)
})

test('goes on over further pages, each with its heads, and names where every object stands', async () => {
  const pdf = await written(repeated([['Kofi', 'GH₵ 1.00']], 200))
  const words = wordsIn(pdf)
  expect(words.filter(word => word === 'Kofi')).toHaveLength(200)
  const pages = words.filter(word => word.startsWith('Page ')).length
  expect([pages, words.filter(word => word === 'Customer').length]).toEqual([6, 6])
  const text = pdf.toString('latin1')
  expect(text).toContain(`/Count ${pages} `)
  const begins = [...text.slice(text.lastIndexOf('xref\n0 ')).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
  for (const [i, at] of begins.entries()) expect(text.slice(at, at + 12)).toMatch(new RegExp(`^${i + 1} 0 obj`))
  expect(text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])).startsWith('xref')).toBe(true)
})

test('is a whole page where there is nothing to show, and no file where the rows break off', async () => {
  expect(wordsIn(await written(repeated([], 1)))).toEqual(['Page 1', 'Orders of the shop', 'Paid', 'Customer', 'Total'])
  async function* breaking() {
    yield ['Kofi', '']
    throw new Error('no database')
  }
  await expect(written(breaking())).rejects.toThrow('no database')
})
