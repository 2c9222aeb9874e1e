import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CsvError, parse } from 'csv-parse'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { choiceOf, colourCode, sizeCode } from '#api/import-formats/choice.ts'
import { calledSo } from '#api/import-formats/option-meaning.ts'
import { plainText } from '#api/import-formats/plain-text.ts'
import { readCsv, readCsvText } from '#api/import-formats/read-csv.ts'
import { readMoney, readPrice } from '#api/import-formats/read-value.ts'
import { slugOf } from '#api/import-formats/slug.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-csv-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(content: string | Buffer) {
  const path = join(folder, 'file.csv')
  writeFileSync(path, content)
  return all(readCsv(path))
}
async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const records = []
  for await (const record of found) records.push(record)
  return records
}

const timeOf = (work: () => void) => {
  const began = performance.now()
  work()
  return performance.now() - began
}

const lines = async (content: string | Buffer) =>
  (await read(content)).map(({ line, cells, flaw }) =>
    flaw === null ? `${line}: ${cells.join('|')}` : `${line}! ${flaw}`,
  )

describe('a CSV file', () => {
  it('names the line on which a row begins, also after texts of several lines and empty lines', async () => {
    expect(await lines('a,b\n1,2\n\n"x\ny",3\n4,5\n,,\n6,7')).toEqual([
      '1: a|b',
      '2: 1|2',
      '4: x\ny|3',
      '6: 4|5',
      '8: 6|7',
    ])
  })

  it('counts the same lines for any line ending', async () => {
    const rows = ['a,b', '"x?y?z",1', '2,3', '', '"p?q",4', '5,6']
    for (const end of ['\n', '\r\n', '\r']) {
      const found = await read(rows.join(end).replaceAll('?', end))
      expect(found.map(({ line }) => line)).toEqual([1, 2, 5, 7, 9])
    }
  })

  it('may have rows of any length', async () =>
    expect(await lines('a,b,c\n1\n1,2,3,4\n1,2')).toEqual(['1: a|b|c', '2: 1', '3: 1|2|3|4', '4: 1|2']))

  it('costs no error for a row that is shorter than the first', async () => {
    const rows = 300
    const content = `a,b,c\n${'1,2\n'.repeat(rows)}`
    const built = vi.spyOn(Error, 'captureStackTrace')
    expect(await read(content)).toHaveLength(rows + 1)
    expect(built.mock.calls.filter(([error]) => error instanceof CsvError)).toEqual([])
    // The control: the parser's own way to allow such rows.
    await all(parse(content, { relax_column_count: true }))
    expect(built.mock.calls.filter(([error]) => error instanceof CsvError)).toHaveLength(rows)
    built.mockRestore()
  })

  it.each([
    ['a file', (content: string) => read(content)],
    ['a text', (content: string) => all(readCsvText(content))],
  ])('leaves others a turn after every kilobyte of %s', async (_, readAll) => {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    const records = await readAll(`a,b\n${'1\n'.repeat(100_000)}`)
    isOver = true
    expect([records.length, turns >= 200_000 / 1024]).toEqual([100_001, true])
  })

  it('is read up to a line with more cells than any sheet has, which is named', async () => {
    const row = (commas: number) => `1${','.repeat(commas)}2`
    expect((await read(`a,b\n${row(16_383)}\n3,4`)).map(({ cells }) => cells.length)).toEqual([2, 16_384, 2])
    for (const wide of [row(20_001), ','.repeat(20_001), ','.repeat(400_000), `"x${row(20_001)}`])
      expect(await lines(`a,b\n1,2\n${wide}\n3,4`)).toEqual([
        '1: a|b',
        '2: 1|2',
        '3! This line has more than 20,000 cells. The rest of the file was not read.',
      ])
  })

  it('has cells of up to 100,000 characters', async () =>
    expect(await lines(`a\n${'x'.repeat(100_001)}\n${'y'.repeat(100_000)}`)).toEqual([
      '1: a',
      '2! A cell of this row has more than 100,000 characters.',
      `3: ${'y'.repeat(100_000)}`,
    ]))

  it('may mix line endings', async () =>
    expect(await lines('a,b\r\n1,2\n3,4\r\n5,6')).toEqual(['1: a|b', '2: 1|2', '3: 3|4', '4: 5|6']))
  it('may start with a byte order mark', async () =>
    expect(await lines('\uFEFFa,b\n1,2')).toEqual(['1: a|b', '2: 1|2']))
  it('may have semicolons or tabs between its cells', async () => {
    expect(await lines('a;b\n1;"2,5"')).toEqual(['1: a|b', '2: 1|2,5'])
    expect(await lines('a\tb\n1\t2')).toEqual(['1: a|b', '2: 1|2'])
  })
  it('keeps a quotation mark inside a cell', async () =>
    expect(await lines('a,b\n1,5" heel\n"x"y,2')).toEqual(['1: a|b', '2: 1|5" heel', '3: "x"y|2']))
  it('names the row after which a quotation mark is never closed', async () =>
    expect(await lines('a,b\n1,2\n"x,3\n4,5\n')).toEqual([
      '1: a|b',
      '2: 1|2',
      expect.stringMatching(/^3! .*never closed/),
    ]))
  it('is refused in words in another encoding', async () => {
    expect(await lines(Buffer.from('\uFEFFa,b\n1,2', 'utf16le'))).toEqual([expect.stringMatching(/^1! .*UTF-16/)])
    expect(await lines(Buffer.from('a,b\nCaf\xe9,2\n3,4', 'latin1'))).toEqual([
      '1: a|b',
      expect.stringMatching(/^2! .*CSV UTF-8/),
      '3: 3|4',
    ])
    expect(await lines(Buffer.from('PK\x03\x04workbook'))).toEqual([expect.stringMatching(/Excel/)])
  })

  it('returns the cells that were written, on their lines', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.stringMatching(/^[a-zé",;\n ₵]{0,8}$/), { minLength: 2, maxLength: 2 }), {
          minLength: 1,
          maxLength: 8,
        }),
        async rows => {
          const written = [['a', 'b'], ...rows.filter(cells => cells.some(cell => cell.trim() !== ''))]
          const texts = written.map(cells => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(','))
          const found = await read(`${texts.join('\n')}\n`)
          expect(found.map(({ cells }) => cells)).toEqual(written)
          let line = 1
          expect(found.map(record => record.line)).toEqual(
            texts.map(text => {
              const at = line
              line += text.split('\n').length
              return at
            }),
          )
        },
      ),
      { numRuns: 60 },
    ))
})

describe('a description in HTML', () => {
  it('becomes its words, one paragraph each', () => {
    expect(
      plainText('<p>Soft &amp; warm.</p><ul><li>100% cotton</li><li>waist &lt; 30</li></ul>Made in<br>Accra'),
    ).toBe('Soft & warm.\n\n• 100% cotton\n• waist < 30\n\nMade in\nAccra')
  })
  it('loses scripts, comments and tags, however spelled', () => {
    for (const html of [
      '<script>alert(1)</script>x',
      '<<b>script>alert(1)</script>x',
      '&lt;script&gt;alert(1)&lt;/script&gt;x',
      '<!-- <p>a</p> > -->x',
      '<STYLE>p{}</STYLE >x',
      'x<img src=x onerror=alert(1)',
      '<scr<script>ipt>alert(1)</script>x',
      'x<!-- never closed',
      '<svg><script>1</script></svg>x',
      '<<<b>b>i>x',
      '&amp;lt;i>'.repeat(3) + '<<<<b>b>b>b>x',
    ])
      expect(plainText(html)).not.toMatch(/<\s*[a-z!/]/i)
    expect(plainText('I <3 it, 5 < 6 > 4')).toBe('I <3 it, 5 < 6 > 4')
  })
  it("keeps HTML's named characters, and nothing of a tag with a bracket in its title", () => {
    expect(plainText('<a title="x > y">Caf&eacute;</a> &Agrave; la <b>R&D</b> &#x1F456; &copy 2026')).toBe(
      'Café À la R&D 👖 © 2026',
    )
  })
  it('takes about as long per letter however long it is, even when made to be slow', () => {
    const quickest = (text: string) => Math.min(...[1, 2, 3, 4].map(() => timeOf(() => plainText(text))))
    for (const piece of ['<a', '<!--', '&lt;', '<script>', '<p ', '&#', '<b>', '<b></i>', '<svg>', '<', ' \n']) {
      const [short, long] = [1_000, 100_000].map(times => quickest(piece.repeat(times)))
      // Work that grows with the square takes 100 times as long per letter.
      expect([piece, long! / short! < 40 * 100]).toEqual([piece, true])
    }
  })
})

describe('sizes and colours', () => {
  const of = (...options: [string, string][]) => choiceOf(options.map(([name, value]) => ({ name, value, code: '' })))

  it('have codes in capitals', () => {
    expect(['Small', 'UK 10', ' x-large ', '32 / 34', 'm'].map(sizeCode)).toEqual([
      'SMALL',
      'UK10',
      'X-LARGE',
      '32/34',
      'M',
    ])
  })
  it('keep apart what a code cannot spell', () => {
    const codes = [
      '½',
      '小',
      '大',
      'A very long size that fits no label',
      'A very long size that fits nobody',
      'S!',
      'S?',
      '',
    ].map(sizeCode)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) expect(code).toMatch(/^[A-Z0-9][A-Z0-9 ./-]{0,19}$/)
  })
  it("are recognised among another shop's options", () => {
    expect(of(['Title', 'Default Title'])).toEqual({ size: { code: 'ONE', name: 'One size' }, colour: null })
    expect(of(['Color', 'Navy'], ['Size', 'M'])).toEqual({
      size: { code: 'M', name: 'M' },
      colour: { code: null, name: 'Navy' },
    })
  })
  it('are read only from options that are called so', () => {
    expect(of(['Size', 'M'], ['Fit', 'Slim']).size).toEqual({ code: 'M', name: 'M' })
    expect(of(['Logo', 'No']).size.name).toBe('One size')
    expect(of(['Taille', '38'], ['Couleur', 'Bleu'])).toEqual({
      size: { code: '38', name: '38' },
      colour: { code: null, name: 'Bleu' },
    })
    const names = ['Shoe size', 'UK Size', 'Größe', 'Frame colour', 'Logo', 'Resized', 'Material', '']
    expect(names.map(calledSo)).toEqual(['size', 'size', 'size', 'colour', 'apart', 'apart', 'apart', 'apart'])
  })
  it('are what staff say an option is', () => {
    const waist = [
      { name: 'Waist', value: '32', code: '' },
      { name: 'Size', value: 'Regular', code: '' },
    ]
    const means = (name: string) => (name === 'Waist' ? ('size' as const) : ('none' as const))
    expect(choiceOf(waist, { means }).size.name).toBe('32')
  })
  it('have the colour CSS gives that name, else always the same', () => {
    expect([colourCode('Navy'), colourCode('light gray'), colourCode('Light Grey')]).toEqual([
      '000080',
      'D3D3D3',
      'D3D3D3',
    ])
    expect(colourCode('Harmattan Dust')).toBe(colourCode('harmattan  dust'))
    expect(colourCode('constructor')).toMatch(/^[0-9A-F]{6}$/)
  })
})

describe('prices', () => {
  it('have at most two decimals and no other form of number', () => {
    expect(['149.99', '50', '50.0', ''].map(text => readMoney(text, 'It'))).toEqual([149.99, 50, 50, null])
    for (const text of [
      '1.999',
      '-5',
      'NaN',
      '1e309',
      '1e3',
      'Infinity',
      '1,200.00',
      '0x10',
      '99999999999',
      'GHS 5',
      '=1+1',
    ])
      expect(() => readMoney(text, 'The price')).toThrow('The price')
  })
  it('are the higher of two, and the discount is the difference', () => {
    expect(readPrice({ regular: '80', sale: '59.99', discount: '' })).toEqual({ retail_price: 80, discount: 20.01 })
    expect(readPrice({ regular: '50', sale: '59.99', discount: '' })).toEqual({ retail_price: 59.99, discount: 0 })
    expect(() => readPrice({ regular: '80', sale: '', discount: '80.01' })).toThrow('discount')
  })
})

it('makes an address of plain letters from a name', () => {
  expect(['Ama’s Jeans: Été 2026!', '--', 'Ocean Blue Shirt '].map(slugOf)).toEqual([
    'ama-s-jeans-ete-2026',
    '',
    'ocean-blue-shirt',
  ])
})
