import { createDecipheriv, scryptSync } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#api/boot/refusal.ts'
import { rows, withConnection } from '#api/db/connection.ts'
import { manifestOf, type Manifest } from '#api/operations/archive.ts'
import { makeBackup } from '#api/operations/backup.ts'
import { decrypted, encrypted, MAGIC } from '#api/operations/encrypted-stream.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { TAR_END, tarHead, tarPadding } from '#api/operations/tar.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-archives-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [uploadsDir, sent] = [join(folder, 'uploads'), join(folder, 'sent.backup')]
const url = process.env.DATABASE_URL!
const passphrase = 'nobody else knows it'
const HEAD = MAGIC.length + 32

let whole: Buffer
let plain: Buffer
let manifest: Manifest
let products: object[]
const read = (sql: string) => withConnection(url, connection => rows(connection, sql))
const bytesOf = (...pieces: Buffer[]) =>
  (async function* () {
    yield* pieces
  })()

beforeAll(async () => {
  await openShop()
  await aVariation(50)
  mkdirSync(uploadsDir)
  writeFileSync(join(uploadsDir, 'a.webp'), 'a picture')
  const { path } = await makeBackup({ url, uploadsDir, passphrase }, join(folder, 'kept'))
  whole = readFileSync(path)
  manifest = await manifestOf({ path, passphrases: [passphrase] })
  plain = gunzipSync(await buffer(decrypted(bytesOf(whole), [passphrase])))
  products = await read('SELECT * FROM products')
})

/**
 * Has the archive put in the shop's place, by force. Returns what was said, which is one sentence, once it is sure that
 * nothing was harmed.
 */
async function refusalOf(archive: Buffer, passphrases = [passphrase]): Promise<string> {
  writeFileSync(sent, archive)
  const error: unknown = await restoreBackup({ url, uploadsDir, path: sent, passphrases, force: true }).then(
    () => null,
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(Refusal)
  expect((error as Refusal).message).not.toContain('\n')
  expect(await read('SELECT * FROM products')).toEqual(products)
  expect(
    await read(
      "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE CONCAT(DATABASE(), '_trial%')",
    ),
  ).toEqual([])
  expect([
    readdirSync(uploadsDir),
    readFileSync(join(uploadsDir, 'a.webp'), 'utf8'),
    existsSync(`${uploadsDir}.restored`),
  ]).toEqual([['a.webp'], 'a picture', false])
  return (error as Refusal).message
}

const fileOf = (name: string, content: string | Buffer) => [
  tarHead(name, Buffer.byteLength(content)),
  Buffer.from(content),
  tarPadding(Buffer.byteLength(content)),
]
/** An archive that is not encrypted, as they were before, with these files after its manifest. */
const forged = (files: [string, string][], told: object = manifest) =>
  gzipSync(
    Buffer.concat([
      ...[['manifest.json', JSON.stringify(told)] as [string, string], ...files].flatMap(([name, text]) =>
        fileOf(name, text),
      ),
      TAR_END,
    ]),
  )
const dump = () => {
  const at = plain.indexOf('database.sql')
  const size = Number.parseInt(plain.toString('latin1', at + 124, at + 135), 8)
  return plain.toString('utf8', at + 512, at + 512 + size)
}

test('says in one sentence when an encrypted archive is cut off, wherever that is', async () => {
  expect(products.length).toBeGreaterThan(0)
  const places = [
    0,
    1,
    MAGIC.length - 1,
    MAGIC.length,
    MAGIC.length + 16,
    HEAD - 1,
    HEAD,
    HEAD + 1,
    HEAD + 16,
    whole.length >> 1,
    whole.length - 17,
    whole.length - 16,
    whole.length - 1,
  ]
  for (const place of places)
    expect([String(place), await refusalOf(whole.subarray(0, place))].join(': ')).toMatch(/cut short|is not a backup/)
})

test('says in one sentence when a byte of an encrypted archive differs, or something follows it', async () => {
  for (const place of [0, MAGIC.length, HEAD - 1, HEAD, whole.length >> 1, whole.length - 1]) {
    const bent = Buffer.from(whole)
    bent[place]! ^= 1
    expect([String(place), await refusalOf(bent)].join(': ')).toMatch(/damaged|is not a backup|another passphrase/)
  }
  expect(await refusalOf(Buffer.concat([whole, Buffer.from('x')]))).toContain('damaged')
})

test('opens nothing without the passphrase', async () => {
  expect(await refusalOf(whole, [])).toContain('Set BACKUP_PASSPHRASE')
  expect(await refusalOf(whole, ['another passphrase'])).toContain('Set BACKUP_PASSPHRASE')
  expect(whole.includes('products')).toBe(false)
})

test('notices pieces that are left out, swapped, doubled, or taken from another archive', async () => {
  const text = Buffer.alloc(3 * 64 * 1024 + 100, 7)
  const sealed = await buffer(encrypted(bytesOf(text), passphrase))
  const [head, ...pieces] = [
    sealed.subarray(0, HEAD),
    ...[0, 1, 2, 3].map(n => sealed.subarray(HEAD + n * (64 * 1024 + 16), HEAD + (n + 1) * (64 * 1024 + 16))),
  ]
  const [a, b, c, d] = pieces as [Buffer, Buffer, Buffer, Buffer]
  const opened = (...parts: Buffer[]) => buffer(decrypted(bytesOf(...parts), [passphrase]))
  expect((await opened(head!, a, b, c, d)).equals(text)).toBe(true)
  const other = await buffer(encrypted(bytesOf(text), passphrase))
  for (const parts of [
    [a, b, c],
    [a, b, d],
    [b, a, c, d],
    [a, a, b, c, d],
    [a, b, c, d, d],
    [a, b, other.subarray(HEAD + 2 * (64 * 1024 + 16))],
    [],
  ]) {
    await expect(opened(head!, ...parts)).rejects.toThrow(/damaged|cut short/)
  }
  await expect(
    buffer(decrypted(bytesOf(other.subarray(0, HEAD), sealed.subarray(HEAD)), [passphrase])),
  ).rejects.toThrow('damaged')
})

test('follows its description, so that another program can read it with the passphrase', () => {
  const made = scryptSync(passphrase, whole.subarray(MAGIC.length, MAGIC.length + 16), 48, {
    N: 2 ** 15,
    r: 8,
    p: 1,
    maxmem: 2 ** 26,
  })
  const only = whole.subarray(HEAD)
  const decipher = createDecipheriv(
    'aes-256-gcm',
    made.subarray(0, 32),
    Buffer.from([only.length > 65_552 ? 0 : 1, ...Array.from({ length: 11 }, () => 0)]),
  ).setAAD(whole.subarray(0, HEAD))
  expect(decipher.update(only).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
})

test('says in one sentence when an archive that is not encrypted is cut off or damaged', async () => {
  const packed = gzipSync(plain)
  for (const place of [3, 10, 18, packed.length >> 1, packed.length - 9, packed.length - 8, packed.length - 1])
    expect([String(place), await refusalOf(packed.subarray(0, place))].join(': ')).toMatch(/cut short|damaged/)
  for (const place of [3, packed.length >> 1, packed.length - 6]) {
    const bent = Buffer.from(packed)
    bent[place]! ^= 255
    await refusalOf(bent)
  }
  for (const place of [0, 100, 512, 700, 20_000, plain.length - 1024, plain.length - 1])
    expect([String(place), await refusalOf(gzipSync(plain.subarray(0, place)))].join(': ')).toMatch(/cut short|damaged/)
})

test('refuses what is not a backup', async () => {
  const text = (words: string) => gzipSync(Buffer.concat([...fileOf('manifest.json', words), TAR_END]))
  const strangers = [
    Buffer.from('<!doctype html>'),
    gzipSync('this is not an archive'.repeat(100)),
    text('not JSON'),
    text('null'),
    text('[]'),
    text('{"format":2}'),
    forged([], { ...manifest, tables: { users: -1 } }),
    forged([], { ...manifest, migrations: [null] }),
    forged([], { ...manifest, made_at: 'once' }),
    forged([], { ...manifest, uploads: '1' }),
    gzipSync(Buffer.concat([...fileOf('read.me', 'x'), TAR_END])),
    forged([]),
    forged([], { ...manifest, tables: {}, uploads: 0 }),
  ]
  expect(
    await refusalOf(
      forged([
        ['database.sql', dump()],
        ['database.sql', dump()],
      ]),
    ),
  ).toContain('twice')
  for (const [n, stranger] of strangers.entries())
    expect([String(n), await refusalOf(stranger)].join(': ')).toMatch(/not a backup|no database|no place|wrong|damaged/)
  expect(
    await refusalOf(
      forged(
        [
          ['database.sql', dump()],
          ['uploads/a.webp', ''],
        ],
        { ...manifest, migrations: [...manifest.migrations, { name: '9999_later.sql', sha256: '0' }] },
      ),
    ),
  ).toContain('9999_later.sql')
})

test('writes no file outside the folder for pictures when names lead out of it', async () => {
  const outside = join(folder, 'escaped')
  for (const name of [
    'uploads/../escaped',
    'uploads/a/../../escaped',
    '../escaped',
    outside,
    'uploads//escaped',
    'uploads/..\\escaped',
    'uploads/.',
    'escaped',
    'manifest.json',
    'uploads/',
  ]) {
    expect(
      [
        name,
        await refusalOf(
          forged([
            [name, 'x'],
            ['database.sql', dump()],
          ]),
        ),
      ].join(': '),
    ).toMatch(/no place in a shop|twice/)
    expect(existsSync(outside)).toBe(false)
  }
  const link = fileOf('uploads/a.webp', '')[0]!
  link.write('2', 156)
  link.write('/etc/passwd', 157)
  link.write('        ', 148)
  link.write(
    link
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')
      .concat('\0 '),
    148,
  )
  await refusalOf(
    gzipSync(
      Buffer.concat([
        ...fileOf('manifest.json', JSON.stringify(manifest)),
        ...fileOf('database.sql', dump()),
        link,
        TAR_END,
      ]),
    ),
  )
})

test('runs only statements that fill tables of the archive', async () => {
  const [database] = (await read('SELECT DATABASE() AS name')) as [{ name: string }]
  for (const statement of [
    `DROP TABLE ${database.name}.products;`,
    `INSERT INTO ${database.name}.colours (code) VALUES ('X');`,
    `INSERT INTO \`${database.name}\`.\`products\` (id) VALUES (1);`,
    'CREATE USER spy@localhost;',
    'SET GLOBAL general_log = 1;',
  ]) {
    expect(
      [
        statement,
        await refusalOf(
          forged([
            ['database.sql', `${statement}\n${dump()}`],
            ['uploads/a.webp', 'x'],
          ]),
        ),
      ].join(': '),
    ).toContain('statements that no shop writes')
  }
  expect(
    await refusalOf(
      forged([
        ['database.sql', `${dump()}INSERT INTO \`no_such\` (id) VALUES (1);\n`],
        ['uploads/a.webp', 'x'],
      ]),
    ),
  ).toContain('cannot be put back')
  expect(
    await refusalOf(
      forged([
        ['database.sql', dump().replace(/^INSERT INTO `products`.*$/m, 'CREATE TABLE `another` (id INT);')],
        ['uploads/a.webp', 'x'],
      ]),
    ),
  ).toContain('products has 0 rows')
})

test('stops at an archive that unpacks without end', async () => {
  expect(
    await refusalOf(
      forged([
        ['database.sql', dump()],
        ['uploads/big.webp', '\0'.repeat(90 * 1024 ** 2)],
      ]),
    ),
  ).toContain('unpacks to far more')
})
