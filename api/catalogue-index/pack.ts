import { Catalogue, type OrderName } from '#api/catalogue-index/catalogue.ts'
import { Codes } from '#api/catalogue-index/codes.ts'
import type { Columns } from '#api/catalogue-index/columns.ts'
import { PRODUCT, VARIANT } from '#api/catalogue-index/goods.ts'
import { packWords, unpackWords } from '#api/words/pack-words.ts'
import type { Sections } from '#api/in-memory/section-file.ts'

const ARRAYS = { Float64: Float64Array, Uint32: Uint32Array, Uint16: Uint16Array, Uint8: Uint8Array }
const FLAGS = ['live', 'discounted', 'reduced', 'mixed', 'inStock'] as const
/** Products whose sizes and colours are noted before somebody else has a turn. */
const AT_ONCE = 500

interface About {
  places: number
  variants: number
  capacity: number
  sizes: string[]
  colours: string[]
  freePlaces: number[]
  chunks: { used: number; unused: number }[]
  [more: string]: unknown
}

/** A catalogue as bytes, which are the catalogue's own: they change with it. */
export function pack({ goods, orders, words }: Catalogue, more: Record<string, unknown> = {}): Sections {
  const bytes = new Map<string, Uint8Array>()
  const put = (name: string, { buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView) =>
    bytes.set(name, new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength))
  for (const [name, column] of Object.entries(goods.products.of)) put(`p ${name}`, column.subarray(0, goods.placesUsed))
  for (const [name, column] of Object.entries(goods.variants.of))
    put(`v ${name}`, column.subarray(0, goods.variantsUsed))
  for (const flag of FLAGS) put(`b ${flag}`, goods.bitmaps.wordsOf(goods[flag]).slice())
  for (const [name, { places }] of Object.entries(orders)) put(`o ${name}`, places)
  for (const [nth, { bytes: texts, used }] of goods.texts.chunks.entries()) put(`t ${nth}`, texts.subarray(0, used))
  packWords(words, goods.bitmaps, bytes)
  const about: About = {
    ...more,
    places: goods.placesUsed,
    variants: goods.variantsUsed,
    capacity: goods.bitmaps.capacity,
    sizes: goods.sizes.all,
    colours: goods.colours.all,
    freePlaces: goods.freePlaces,
    chunks: goods.texts.chunks.map(({ used, unused }) => ({ used, unused })),
  }
  return { about, bytes }
}

/** The catalogue that was packed. Keeps the bytes as its own. */
export async function unpack({ about, bytes }: Sections): Promise<Catalogue> {
  const { places, variants, capacity, sizes, colours, freePlaces, chunks } = about as About
  const catalogue = new Catalogue()
  const { goods, orders } = catalogue
  goods.bitmaps.grow(capacity)
  take(goods.products, PRODUCT, { bytes, prefix: 'p', length: places })
  take(goods.variants, VARIANT, { bytes, prefix: 'v', length: variants })
  for (const flag of FLAGS) goods.bitmaps.wordsOf(goods[flag]).set(uint32(bytes.get(`b ${flag}`)!))
  for (const name of Object.keys(orders) as OrderName[]) orders[name].places = uint32(bytes.get(`o ${name}`)!)
  goods.texts.chunks = chunks.map(({ used, unused }, nth) => {
    const { buffer, byteOffset, byteLength } = bytes.get(`t ${nth}`)!
    return { bytes: Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength), used, unused }
  })
  Object.assign(goods, {
    placesUsed: places,
    variantsUsed: variants,
    freePlaces: [...freePlaces],
    mixedCount: goods.bitmaps.count(goods.mixed),
    sizes: new Codes(sizes),
    colours: new Codes(colours),
  })
  await unpackWords(catalogue.words, goods.bitmaps, bytes)
  const all = goods.bitmaps.list(goods.live)
  for (let from = 0; from < all.length; from += AT_ONCE) {
    catalogue.noteAll(all.subarray(from, from + AT_ONCE))
    await new Promise(resolve => setImmediate(resolve))
  }
  return catalogue
}

interface Source {
  bytes: Sections['bytes']
  prefix: string
  length: number
}

function take<S extends Record<string, keyof typeof ARRAYS>>(columns: Columns<S>, shape: S, source: Source): void {
  const arrays = Object.fromEntries(
    Object.entries(shape).map(([name, kind]) => {
      const { buffer, byteOffset } = source.bytes.get(`${source.prefix} ${name}`)!
      return [name, new ARRAYS[kind](buffer as ArrayBuffer, byteOffset, source.length)]
    }),
  )
  columns.replace(arrays as (typeof columns)['of'], source.length)
}

const uint32 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new Uint32Array(buffer as ArrayBuffer, byteOffset, byteLength / 4)
