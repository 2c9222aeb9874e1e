import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPicture, readReference } from '#api/demo/draw-pictures.ts'
import { cutsOf, drawGarment, GARMENT_KINDS, VIEWS } from '#api/demo/garments/draw-garment.ts'
import { PICTURE_WIDTHS } from '#sync/protocol/shop/catalogue.ts'

const rows: Record<string, string>[] = parse(readFileSync('sql/seed/demo-products.csv'), { columns: true })
const products = rows.filter(row => row.name)
const seed = readFileSync('sql/seed/demo.sql', 'utf8')

describe('garments', () => {
  test.each(GARMENT_KINDS)('a %s can be seen from every side in the colour it is dyed', async kind => {
    const distances = VIEWS.map(async view =>
      distance(await centreOf(drawGarment(kind, view, { colour: '1F6B4A', variant: 0 })), [0x1f, 0x6b, 0x4a]),
    )
    expect(Math.max(...(await Promise.all(distances)))).toBeLessThan(60)
  })

  test.each(GARMENT_KINDS)('no two cuts of a %s look the same', kind => {
    const drawings = cutsOf(kind).map((_, variant) => drawGarment(kind, 'front', { colour: '23407F', variant }))
    expect(drawings.length).toBeGreaterThan(2)
    expect(new Set(drawings).size).toBe(drawings.length)
  })

  test('the same cut of two products falls in different folds, and of one product always in the same', () => {
    const cuts = cutsOf('jeans').length
    const drawn = (variant: number) => drawGarment('jeans', 'front', { colour: '23407F', variant })
    expect(drawn(cuts)).not.toBe(drawn(0))
    expect(drawn(3)).toBe(drawn(3))
  })

  test('a picture comes at every width of the shop, light enough for a phone, under a name made of its content', async () => {
    const picture = await drawPicture('drawn:jeans-slim:front:23407F', 7)
    const again = await drawPicture('drawn:jeans-slim:front:23407F', 0)
    expect(picture.files.map(({ width }) => width)).toEqual([...PICTURE_WIDTHS])
    for (const { width, webp } of picture.files)
      expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width, height: width * 1.25 })
    expect(picture.files[2]?.webp.length).toBeLessThan(30_000)
    expect(picture.name).toMatch(/^[0-9a-f]{16}$/)
    expect(picture.dominant).toMatch(/^[0-9A-F]{6}$/)
    expect(again.name).not.toBe(picture.name)
  })

  test('a reference may name its cut', () => {
    expect(readReference('drawn:crop-top-wax:back:23407F')).toEqual({
      kind: 'crop-top',
      cut: 'wax',
      view: 'back',
      colour: '23407F',
    })
    expect(readReference('drawn:tee:detail:F4F1EA')).toEqual({
      kind: 'tee',
      cut: null,
      view: 'detail',
      colour: 'F4F1EA',
    })
  })

  test.each([
    'drawn:hat:front:23407F',
    'drawn:jeans:side:23407F',
    'drawn:jeans:front:blue',
    'drawn:jeans-baggy:front:23407F',
    'jeans.webp',
    '',
  ])('the reference "%s" is refused', async reference => {
    await expect(drawPicture(reference, 1)).rejects.toThrow('No picture can be drawn')
  })
})

describe('the demo shop', () => {
  test('offers at least sixty products in at least ten categories, each of them known', () => {
    const names = new Set(products.map(({ category = '' }) => category))
    expect(products.length).toBeGreaterThanOrEqual(60)
    expect(names.size).toBeGreaterThanOrEqual(10)
    expect([...names].filter(name => !seed.includes(`'${name.replaceAll("'", "''")}'`))).toEqual([])
    expect(products.filter(({ status_code }) => status_code === 'INACTIVE')).toHaveLength(2)
  })

  test('keeps the category ids that its pages link to', () => {
    expect(seed).toContain("(4, 'Cargo Pants'")
    expect(seed).toContain("(6, 'Crop Tops'")
    expect(seed).toContain("(7, 'Jackets'")
  })

  test('sells only sizes and colours that are seeded', () => {
    const codes = new Set(rows.flatMap(({ size_code = '', colour_code = '' }) => [size_code, colour_code]))
    expect([...codes].filter(code => code && !seed.includes(`'${code}'`))).toEqual([])
  })

  test('numbers every variation once, with barcodes that a scanner accepts', () => {
    expect(new Set(rows.map(({ sku }) => sku)).size).toBe(rows.length)
    expect(new Set(rows.map(({ barcode }) => barcode)).size).toBe(rows.length)
    expect(rows.filter(({ barcode = '' }) => !isGhanaianEan(barcode))).toEqual([])
  })

  test('has two to four pictures of every product that can be drawn, the first from the front in its first colour', () => {
    const odd = products.filter(({ pictures = '', colour_code }) => {
      const [first, ...others] = pictures.split(' | ').map(readReference)
      return (
        first?.view !== 'front' ||
        (colour_code && first.colour !== colour_code) ||
        others.length < 1 ||
        others.length > 3
      )
    })
    expect(odd).toEqual([])
  })

  test('asks a price with pesewas for every product, and never discounts it to nothing', () => {
    expect(products.filter(({ retail_price = '' }) => !/^\d+\.\d{2}$/.test(retail_price))).toEqual([])
    expect(products.filter(({ retail_price, discount }) => Number(discount) >= Number(retail_price))).toEqual([])
  })
})

/** 603 is Ghana's prefix; digits weigh 1 and 3 in turn and add up to a multiple of ten. */
const isGhanaianEan = (barcode: string) =>
  /^603\d{10}$/.test(barcode) &&
  [...barcode].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0) % 10 === 0

async function centreOf(svg: string): Promise<number[]> {
  const middle = await sharp(Buffer.from(svg))
    .extract({ left: 440, top: 540, width: 320, height: 240 })
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return [...middle]
}

const distance = (one: number[], other: number[]) => Math.hypot(...one.map((channel, i) => channel - (other[i] ?? 0)))
