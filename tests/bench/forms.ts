/**
 * What reading a form costs, in milliseconds of the processor per megabyte, by parser and by shape of the form. Every
 * parser hands its files to a SHA-256. The others are installed in a temporary folder. Run: npm run bench -- forms
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { frugal } from '#api/uploads/frugal-parser.ts'

const OTHERS = { busboy: '1.6.0', '@fastify/busboy': '3.2.6', multiparty: '4.3.1' }
const ROUNDS = 25
/** As a socket hands it over. */
const CHUNK = 64 * 1024
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
const HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

interface Part {
  name: string
  /** Its type, if it is a file. */
  type?: string
  body: Buffer
}
const noise = (bytes: number) => Buffer.from(Uint8Array.from({ length: bytes }, (_, n) => (n * 7919) ^ (n >> 7)))
const times = (count: number, make: (n: number) => Part) => Array.from({ length: count }, (_, n) => make(n))
const field = (name: string, words: string): Part => ({ name, body: Buffer.from(words) })

const SHAPES: Record<string, readonly Part[]> = {
  'a photo of 8 MB': [{ name: 'photo', type: 'image/jpeg', body: noise(8 << 20) }],
  'twelve pictures of 500 kB': times(12, n => ({ name: `images[${n}]`, type: 'image/webp', body: noise(500 << 10) })),
  'a product: 40 fields, three pictures of 200 kB': [
    ...times(40, n => field(`sizes[${n}]`, `UK${n}`)),
    ...times(3, n => ({ name: `images[${n}]`, type: 'image/jpeg', body: noise(200 << 10) })),
  ],
  'a product file of 5 MB': [
    { name: 'file', type: 'text/csv', body: Buffer.from('ama-slim-jeans,UK10,Indigo,149.99\r\n'.repeat(150_000)) },
  ],
  '400 fields of three words': times(400, n => field(`field_${n}`, 'a few words')),
}

/** Every parser takes a request and settles when all of it is read. */
type Read = (request: Readable) => Promise<void>

const hashed = () => {
  const hash = createHash('sha256')
  return new Writable({
    write(chunk: Buffer, _, done) {
      hash.update(chunk)
      done()
    },
    final(done) {
      hash.digest()
      done()
    },
  })
}

const room = mkdtempSync(join(tmpdir(), 'selvedge-forms-'))
try {
  execFileSync('npm', ['init', '-y'], { cwd: room, stdio: 'ignore' })
  const wanted = Object.entries(OTHERS).map(([name, version]) => `${name}@${version}`)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...wanted], {
    cwd: room,
    stdio: 'ignore',
  })
  const others = createRequire(join(room, 'package.json'))
  const parsers: Record<string, Read> = {
    'formidable, held back as here': await byFormidable(true),
    'formidable 3.5': await byFormidable(false),
    ...Object.fromEntries(
      (['busboy', '@fastify/busboy'] as const).map(name => [
        `${name} ${OTHERS[name]}`,
        byBusboy(others(name) as Busboy),
      ]),
    ),
    [`multiparty ${OTHERS.multiparty}`]: byMultiparty(others('multiparty') as Multiparty),
  }
  for (const [shape, parts] of Object.entries(SHAPES)) {
    const form = written(parts)
    for (const [name, read] of Object.entries(parsers)) {
      const costs: number[] = []
      for (let round = 0; round <= ROUNDS; round++) costs.push(await costOf(read, form))
      const [middle] = costs
        .slice(1)
        .sort((a, b) => a - b)
        .slice(Math.floor(ROUNDS / 2))
      console.log(
        `${shape} · ${name}: ${(middle! / (form.length / 1e6)).toFixed(1)} ms/MB, ${middle!.toFixed(1)} ms a form`,
      )
    }
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`)
} finally {
  rmSync(room, { recursive: true, force: true })
}

function written(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, type, body }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${type ? `; filename="${name}.bin"\r\nContent-Type: ${type}` : ''}\r\n\r\n`,
    ),
    body,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** In milliseconds of the processor. */
async function costOf(read: Read, form: Buffer): Promise<number> {
  const chunks = Array.from({ length: Math.ceil(form.length / CHUNK) }, (_, n) =>
    form.subarray(n * CHUNK, (n + 1) * CHUNK),
  )
  const request = Object.assign(Readable.from(chunks, { objectMode: false }), {
    headers: { ...HEADERS, 'content-length': String(form.length) },
  })
  const before = process.cpuUsage()
  await read(request)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function byFormidable(isFrugal: boolean): Promise<Read> {
  const formidable = (await import('formidable')) as unknown as {
    default: (options: object) => { parse: (request: Readable) => Promise<unknown> }
    multipart: Parameters<typeof frugal>[0]
  }
  const plugin = isFrugal ? frugal(formidable.multipart, 1000) : formidable.multipart
  return async request => {
    await formidable
      .default({
        enabledPlugins: [plugin],
        fileWriteStreamHandler: hashed,
        maxFileSize: 1e9,
        maxTotalFileSize: 1e9,
        maxFieldsSize: 1e9,
      })
      .parse(request)
  }
}

type Busboy = (options: object) => Writable
function byBusboy(module: Busboy | { Busboy: new (options: object) => Writable }): Read {
  return request => {
    const parser =
      'Busboy' in module ? new module.Busboy({ headers: HEADERS }) : (module as Busboy)({ headers: HEADERS })
    parser.on('file', (_name: string, file: Readable) => file.pipe(hashed()))
    return finished(request.pipe(parser))
  }
}

type Multiparty = { Form: new () => Writable & { parse: (request: Readable) => void } }
function byMultiparty({ Form }: Multiparty): Read {
  return request =>
    new Promise((resolve, reject) => {
      const form = new Form()
      form.on('part', (part: Readable & { filename?: string }) => (part.filename ? part.pipe(hashed()) : part.resume()))
      form.on('close', resolve)
      form.on('error', reject)
      form.parse(request)
    })
}
