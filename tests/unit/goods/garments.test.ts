import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPicture, readReference } from '#api/demo/draw-pictures.ts'
import { cutsOf, drawGarment, GARMENT_KINDS, VIEWS } from '#api/demo/garments/draw-garment.ts'
import { PICTURE_WIDTHS } from '#sync/protocol/shop/catalogue.ts'
import { altOf, viewIn } from '#sync/protocol/shop/pictures.ts'

const rows: Record<string, string>[] = parse(readFileSync('sql/seed/demo-products.csv'), { columns: true })
const products = rows.filter(row => row.name)
const seed = readFileSync('sql/seed/demo.sql', 'utf8')

const FLAT = VIEWS.filter(view => view !== 'worn')

describe('garments', () => {
  test.each(GARMENT_KINDS)('shows a %s from every side in its colour', async kind => {
    const distances = FLAT.map(async view =>
      distance(await centreOf(drawGarment(kind, view, { colour: '1F6B4A', variant: 0 })), [0x1f, 0x6b, 0x4a]),
    )
    expect(Math.max(...(await Promise.all(distances)))).toBeLessThan(60)
  })

  test.each(GARMENT_KINDS)('draws no two cuts of a %s alike', kind => {
    const drawings = cutsOf(kind).map((_, variant) => drawGarment(kind, 'front', { colour: '23407F', variant }))
    expect(drawings.length).toBeGreaterThan(2)
    expect(new Set(drawings).size).toBe(drawings.length)
  })

  test('hangs all garments on one form at one scale: a dress is longer than a shirt, jeans are longer than shorts', async () => {
    const [cropTop, shirt, dress, shorts, jeans] = await Promise.all(
      (['crop-top', 'shirt', 'dress', 'shorts', 'jeans'] as const).map(kind => spanOf(kind)),
    )
    expect(cropTop!.length).toBeGreaterThan(200)
    expect(shirt!.length).toBeGreaterThan(cropTop!.length + 100)
    expect(dress!.length).toBeGreaterThan(shirt!.length + 40)
    expect(shorts!.length).toBeGreaterThan(250)
    expect(jeans!.length).toBeGreaterThan(shorts!.length + 300)
    expect(Math.abs(jeans!.from - shorts!.from)).toBeLessThan(20)
    expect(jeans!.from).toBeGreaterThan(shirt!.from + 200)
  })

  test.each(GARMENT_KINDS)('shows the form instead of the label in the opening of a worn %s', kind => {
    const count = (view: (typeof VIEWS)[number]) =>
      drawGarment(kind, view, { colour: '23407F', variant: 0 }).split('#f3ecdc').length - 1
    expect(count('front')).toBe(1)
    expect(count('worn')).toBe(0)
  })

  test('folds the same cut differently for two products, and always the same for one', () => {
    const cuts = cutsOf('jeans').length
    const drawn = (variant: number) => drawGarment('jeans', 'front', { colour: '23407F', variant })
    expect(drawn(cuts)).not.toBe(drawn(0))
    expect(drawn(3)).toBe(drawn(3))
  })

  test('makes a picture at every width, light enough for a phone, named by its content', async () => {
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
  ])('refuses the reference "%s"', async reference => {
    await expect(drawPicture(reference, 1)).rejects.toThrow('No picture can be drawn')
  })
})

describe('the demo shop', () => {
  test('offers at least sixty products in at least ten categories', () => {
    const names = new Set(products.map(({ category = '' }) => category))
    expect(products.length).toBeGreaterThanOrEqual(60)
    expect(names.size).toBeGreaterThanOrEqual(10)
    expect([...names].filter(name => !seed.includes(`'${name.replaceAll("'", "''")}'`))).toEqual([])
    expect(products.filter(({ status_code }) => status_code === 'INACTIVE')).toHaveLength(2)
  })

  test('keeps the category ids its pages link to', () => {
    expect(seed).toContain("(4, 'Cargo Pants'")
    expect(seed).toContain("(6, 'Crop Tops'")
    expect(seed).toContain("(7, 'Jackets'")
  })

  test('sells only seeded sizes and colours', () => {
    const codes = new Set(rows.flatMap(({ size_code = '', colour_code = '' }) => [size_code, colour_code]))
    expect([...codes].filter(code => code && !seed.includes(`'${code}'`))).toEqual([])
  })

  test('numbers every variant once, with barcodes a scanner accepts', () => {
    expect(new Set(rows.map(({ sku }) => sku)).size).toBe(rows.length)
    expect(new Set(rows.map(({ barcode }) => barcode)).size).toBe(rows.length)
    expect(rows.filter(({ barcode = '' }) => !isGhanaianEan(barcode))).toEqual([])
  })

  test('has three to seven pictures of every product, from the front in its first colour to the same worn', () => {
    const odd = products.filter(({ pictures = '', colour_code }) => {
      const all = pictures.split(' | ').map(readReference)
      const [first, last] = [all[0], all.at(-1)]
      return (
        first?.view !== 'front' ||
        (colour_code && first.colour !== colour_code) ||
        all.length < 3 ||
        all.length > 7 ||
        JSON.stringify(last) !== JSON.stringify({ ...first, view: 'worn' })
      )
    })
    expect(odd).toEqual([])
  })

  test('shows every colour of a product from the front, and names the colour of each picture', () => {
    const unseen = products.filter(({ slug, pictures = '', picture_colours = '' }) => {
      const sold = new Set(rows.flatMap(row => (row.slug === slug && row.colour_code ? [row.colour_code] : [])))
      const drawn = pictures.split(' | ').map(readReference)
      const front = new Set(drawn.filter(({ view }) => view === 'front').map(({ colour }) => colour))
      const named = sold.size === 0 ? '' : drawn.map(({ colour }) => colour).join(' | ')
      return [...sold].some(code => !front.has(code)) || picture_colours !== named
    })
    expect(unseen.map(({ slug }) => slug)).toEqual([])
  })

  test('describes no two pictures of a product alike', () => {
    const alike = products.filter(({ slug, name = '', pictures = '', picture_colours = '' }) => {
      const colours = picture_colours.split(' | ')
      const told = pictures.split(' | ').map((source, i) => altOf(name, colours[i] || null, viewIn(source)))
      return new Set(told).size < told.length || told.some(words => !/, (from|close|worn|on)/.test(words)) || !slug
    })
    expect(alike.map(({ slug }) => slug)).toEqual([])
  })

  test('prices every product with pesewas, and discounts none to nothing', () => {
    expect(products.filter(({ retail_price = '' }) => !/^\d+\.\d{2}$/.test(retail_price))).toEqual([])
    expect(products.filter(({ retail_price, discount }) => Number(discount) >= Number(retail_price))).toEqual([])
  })
})

/** 603 is Ghana's prefix; digits weigh 1 and 3 in turn and add up to a multiple of ten. */
const isGhanaianEan = (barcode: string) =>
  /^603\d{10}$/.test(barcode) &&
  [...barcode].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0) % 10 === 0

const WHOLE = 'viewBox="0 0 1200 1500" width="1200" height="1500"'
const STRIP = 'viewBox="530 0 16 1500" width="16" height="1500"'
const MIDDLE = 'viewBox="440 540 320 240" width="320" height="240"'

/** Draws nothing but the middle, which takes a fraction of the time. */
async function centreOf(svg: string): Promise<number[]> {
  expect(svg).toContain(WHOLE)
  const middle = await sharp(Buffer.from(svg.replace(WHOLE, MIDDLE)))
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return [...middle]
}

/** The rows of a worn garment, in px, beside the pole and the middle of the form. */
async function spanOf(kind: (typeof GARMENT_KINDS)[number]) {
  const svg = drawGarment(kind, 'worn', { colour: '1F6B4A', variant: 0 })
  const { data, info } = await sharp(Buffer.from(svg.replace(WHOLE, STRIP)))
    .resize(1, 1500, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rows = Array.from({ length: info.height }, (_, y) => [...data.subarray(y * 3, y * 3 + 3)])
  const green = rows.flatMap(([red = 0, green = 0, blue = 0], y) => (green > red * 1.3 && green > blue ? [y] : []))
  return { from: green[0] ?? 0, length: (green.at(-1) ?? 0) - (green[0] ?? 0) }
}

const distance = (one: number[], other: number[]) => Math.hypot(...one.map((channel, i) => channel - (other[i] ?? 0)))
