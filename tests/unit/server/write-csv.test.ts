import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import Koa from 'koa'
import { afterEach, expect, test } from 'vitest'
import { csvText, inBatches, unneutral, type CsvCell } from '#api/lists/csv.ts'
import { Download, sendDownload } from '#api/http/download.ts'
import { patience } from '#tests/support/patience.ts'

async function* each<T>(rows: Iterable<T>) {
  yield* rows
}
async function textOf(rows: CsvCell[][], columns = ['a']) {
  let text = ''
  for await (const part of csvText({ columns, rows: each(rows) })) text += part
  return text
}

test('writes UTF-8 with its mark, CRLF, and quotation marks when needed', async () => {
  expect(
    await textOf(
      [
        ['plain', 'a,b', 'say "so"'],
        ['two\nlines', ' spaced', null],
        [1.5, true, undefined],
      ],
      ['x', 'y', 'z'],
    ),
  ).toBe('\uFEFFx,y,z\r\nplain,"a,b","say ""so"""\r\n"two\nlines"," spaced",\r\n1.5,true,\r\n')
  expect(await textOf([])).toBe('\uFEFFa\r\n')
})

test('writes a moment as spreadsheets read it, to the second', async () => {
  expect(await textOf([[new Date('2026-11-22T15:04:09.120Z'), null]])).toBe('\uFEFFa\r\n2026-11-22 15:04:09,\r\n')
})

test('writes no formula: such text gets an apostrophe, and numbers stay numbers', async () => {
  const hostile = ['=HYPERLINK("http://x")', '+233244123456', '-1+cmd', '@SUM(A1)', '\t=1', '\r=1', "'=1", '＝1']
  const lines = parse(await textOf(hostile.map(cell => [cell])), { bom: true }) as string[][]
  expect(lines.slice(1).map(([cell]) => cell)).toEqual(hostile.map(cell => `'${cell}`))
  expect(await textOf([[-20, '-20.00', 'Ama-Serwaa', "O'Neill"]])).toBe("\uFEFFa\r\n-20,-20.00,Ama-Serwaa,O'Neill\r\n")
})

test('reads back what was written, whatever it is', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', "'", '-', '1', '"', ',', '\n', '\r', ' ', '\t', 'é', '|', ';') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), async rows => {
      const read = parse(await textOf(rows, ['a', 'b']), { bom: true, record_delimiter: '\r\n' }) as string[][]
      expect(read.slice(1).map(cells => cells.map(unneutral))).toEqual(rows)
    }),
  )
})

test('follows batches by id until one is empty', async () => {
  const asked: number[] = []
  const rows = inBatches(async after => {
    asked.push(after)
    return after < 4 ? [{ id: after + 1 }, { id: after + 2 }] : []
  })
  const ids: number[] = []
  for await (const { id } of rows) ids.push(id)
  expect([ids, asked]).toEqual([
    [1, 2, 3, 4],
    [0, 2, 4],
  ])
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Asks a server that answers with this content; the reply has its head, and its body is not read yet. */
async function ask(content: AsyncIterable<string>, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const app = new Koa()
  app.silent = true
  app.use(ctx => sendDownload(ctx, new Download('sizes of "Ama"\r\n.csv', 'text/csv; charset=utf-8', content)))
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise(resolve => server.once('listening', resolve))
  return new Promise((resolve, reject) =>
    get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', headers }, resolve).on('error', reject),
  )
}

const ENCODINGS: Record<string, string>[] = [{}, { 'accept-encoding': 'gzip' }]

async function bodyOf(reply: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of reply as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** So many rows, counted as they are taken. */
function counted(most: number) {
  const seen = { rows: 0, ended: false, peak: 0 }
  async function* rows(): AsyncGenerator<CsvCell[]> {
    try {
      for (; seen.rows < most; seen.rows += 1) {
        if (seen.rows % 5_000 === 0) seen.peak = Math.max(seen.peak, process.memoryUsage().heapUsed)
        yield [seen.rows, `Ama slim jeans ${seen.rows}`, '149.99', 'UK10']
      }
    } finally {
      seen.ended = true
    }
  }
  return { seen, text: csvText({ columns: ['id', 'name', 'price', 'size'], rows: rows() }) }
}

test('names a file safely, caches it nowhere, and compresses it for clients that can read that', async () => {
  const plain = await ask(counted(3).text)
  expect(plain.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="sizes-of-Ama-.csv"',
    'cache-control': 'no-store',
  })
  const whole = await bodyOf(plain)
  const packed = await ask(counted(3).text, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(await bodyOf(packed)).equals(whole)).toBe(true)
})

test('writes 200,000 rows in the memory of a few', async () => {
  const { seen, text } = counted(200_000)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const reply = await ask(text)
  let bytes = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) bytes += chunk.length
  expect(bytes).toBeGreaterThan(8_000_000)
  expect(seen).toMatchObject({ rows: 200_000, ended: true })
  expect(seen.peak - before).toBeLessThan(80_000_000)
})

test('waits for a slow client, and stops reading when it hangs up', async () => {
  for (const headers of ENCODINGS) {
    const { seen, text } = counted(5_000_000)
    const reply = await ask(text, headers)
    await expect.poll(() => reply.readableLength).toBeGreaterThan(0)
    reply.destroy()
    await expect.poll(() => seen.ended, { timeout: patience(30_000) }).toBe(true)
    expect(seen.rows).toBeLessThan(2_000_000)
  }
})

test('replies with an error before the first row, and breaks the connection off after it', async () => {
  async function* failing(after: number): AsyncGenerator<string> {
    for (let i = 0; i < after; i++) yield 'x'.repeat(100_000)
    throw new Error('the database went away')
  }
  expect((await ask(failing(0))).statusCode).toBe(500)
  for (const headers of ENCODINGS) {
    const reply = await ask(failing(3), headers)
    expect(reply.statusCode).toBe(200)
    await expect(bodyOf(reply)).rejects.toThrow(/aborted|terminated|hang up/i)
  }
})
