import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Catalogue, type OrderName } from '#api/catalogue-index/catalogue.ts'
import { sift } from '#api/catalogue-index/facets.ts'
import type { Listing } from '#api/catalogue-index/listing.ts'
import { noNames, type ListingNames } from '#api/catalogue-index/listing-names.ts'
import { pack, unpack } from '#api/catalogue-index/pack.ts'
import { readSections, writeSections } from '#api/in-memory/section-file.ts'

const SIZES = ['S', 'M', 'L']
const names: ListingNames = {
  ...noNames,
  categories: new Map([1, 2, 3].map(id => [id, { id, name: `C${id}`, parent_id: null }])),
  sizes: new Map(SIZES.map((code, i) => [code, { id: i + 1, code, name: code }])),
  colours: new Map([['000000', { id: 1, code: '000000', name: 'Black' }]]),
}

const aListing = (id: number, price = (id * 37) % 500): Listing => ({
  id,
  category_id: (id % 3) + 1,
  price,
  views: (id * 7) % 50,
  sold: (id * 11) % 30,
  created_at: id * 1000,
  name: `jeans ${id % 13}`,
  discounted: id % 4 === 0,
  choices: [
    [SIZES[id % 3]!, '000000', id % 5 === 0 ? 0 : 1, price, 0],
    [SIZES[(id + 1) % 3]!, null, 1, price + (id % 7), 1],
  ],
  summary: JSON.stringify({ id, name: `Jeans ${id % 13}`, discount: id % 4 === 0 ? 1 : 0, images: [] }),
  words: `qqcotton qqnumber${id % 17}`,
  stamp: 1_700_000_000_000_000 + id,
})

/** A catalogue that has lived: goods went, came and changed. */
function aCatalogue(): Catalogue {
  const catalogue = new Catalogue()
  catalogue.change(Array.from({ length: 900 }, (_, i) => aListing(i + 1)))
  catalogue.change([aListing(5, 9), aListing(2000)], [7, 8, 9])
  return catalogue
}

const shownBy = (catalogue: Catalogue) => {
  const into = catalogue.goods.bitmaps.take()
  const answers = [
    {},
    { sizes: ['S'] },
    { categories: [2], max_price: 3 },
    { discounted: 1 as const },
    { in_stock: 1 as const, since: 800_000 },
  ].map(filter => sift({ catalogue, names }, filter, into))
  catalogue.goods.bitmaps.give(into)
  const ordered = (Object.keys(catalogue.orders) as OrderName[]).map(name => [
    ...catalogue.goods.idsOf(catalogue.orders[name].places),
  ])
  const listings = [...catalogue.orders.id.places].map(place => catalogue.listingAt(place))
  return { answers, ordered, listings, stamps: catalogue.stamps }
}

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-index-'))
  path = join(folder, 'catalogue.index')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const write = (catalogue: Catalogue) => writeSections(path, pack(catalogue, { of: 'here', at: 7 }), () => true)

test('a catalogue from its file answers as the one that was written, and takes on changes like it', async () => {
  const catalogue = aCatalogue()
  expect(await write(catalogue)).toBe(true)
  const sections = (await readSections(path))!
  expect(sections.about).toMatchObject({ of: 'here', at: 7 })
  const again = await unpack(sections)
  expect(shownBy(again)).toEqual(shownBy(catalogue))
  const later = Array.from({ length: 700 }, (_, i) => aListing(i + 700, i))
  for (const each of [catalogue, again]) each.change(later, [1, 2, 3])
  expect(shownBy(again)).toEqual(shownBy(catalogue))
})

test('a file that is damaged, cut off or of another version is thrown away', async () => {
  await write(aCatalogue())
  const whole = await readFile(path)
  const spoiled: [string, Buffer][] = [
    ['empty', Buffer.alloc(0)],
    ['cut in its header', whole.subarray(0, 100)],
    ['cut at its end', whole.subarray(0, -4096)],
    ['a byte changed', Buffer.from(whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte)))],
    ['a byte of its header changed', Buffer.from(whole.map((byte, at) => (at === 40 ? byte ^ 1 : byte)))],
    ['another version', Buffer.from(whole.toString('latin1').replace('catalogue 4', 'catalogue 3'), 'latin1')],
    ['an invalid header', Buffer.concat([whole.subarray(0, 4), Buffer.alloc(whole.length - 4, 0x7b)])],
    ['a header longer than the file', Buffer.from([0xff, 0xff, 0xff, 0xff, 1, 2])],
  ]
  for (const [how, bytes] of spoiled) {
    await writeFile(path, bytes)
    expect([how, await readSections(path)]).toEqual([how, null])
  }
  await rm(path)
  expect(await readSections(path)).toBeNull()
})

test('nothing is kept of a catalogue that changes while it is written', async () => {
  await rm(path, { force: true })
  let asked = 0
  expect(await writeSections(path, pack(aCatalogue()), () => ++asked < 3)).toBe(false)
  expect(await readSections(path)).toBeNull()
})
