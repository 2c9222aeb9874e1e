import { beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'

let api: Api
let token: string
aShopEach('MANAGER', here => {
  ;({ api, token } = here)
})
beforeEach(() => execute("INSERT INTO colours (code, name) VALUES ('1B1D23', 'Black'), ('23407F', 'Indigo')"))

const read = async (...lines: string[]) => {
  const body = new FormData()
  body.append('file', new Blob([lines.join('\n')], { type: 'text/csv' }), 'products.csv')
  const reply = await api.send('POST', '/api/staff/products/import', { token, body })
  return reply.body as unknown as ImportReport
}
const pictures = async () =>
  (
    await select<{ source: string; colour_code: string | null; alt: string }>(
      'SELECT source, colour_code, alt FROM product_images ORDER BY position',
    )
  ).map(({ source, colour_code, alt }) => [source.split('/').at(-1), colour_code, alt])
const at = (name: string) => `https://cdn.example/${name}.jpg`

describe("Shopify's Variant Image", () => {
  const HEAD =
    'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Image Src,Variant Image'
  const file = [
    HEAD,
    `slim,Slim,Size,UK 8,Colour,Indigo,S-1,50,${at('indigo')},${at('indigo')}`,
    `slim,,,UK 10,,Indigo,S-2,50,${at('black')},${at('indigo')}`,
    `slim,,,UK 8,,Black,S-3,50,${at('label')},${at('black')}`,
    `slim,,,UK 10,,Black,S-4,50,,${at('black')}`,
  ]

  test('gives a picture the colour of its variants, and another import changes nothing', async () => {
    expect((await read(...file)).errors).toEqual([])
    const expected = [
      ['indigo.jpg', '23407F', 'Slim, Indigo'],
      ['black.jpg', '1B1D23', 'Slim, Black'],
      ['label.jpg', null, 'Slim'],
    ]
    expect(await pictures()).toEqual(expected)
    expect((await read(...file)).summary).toMatchObject({ unchanged: 1, updated: 0, failed: 0 })
    expect(await pictures()).toEqual(expected)
  })

  test('that shows two colours stands for all, and one that is nowhere else is added', async () => {
    await read(
      HEAD,
      `slim,Slim,Size,UK 8,Colour,Indigo,S-1,50,${at('both')},${at('both')}`,
      `slim,,,UK 8,,Black,S-2,50,,${at('both')}`,
      `wide,Wide,Size,UK 8,Colour,Black,W-1,50,,${at('only')}`,
    )
    expect(await pictures()).toEqual([
      ['both.jpg', null, 'Slim'],
      ['only.jpg', '1B1D23', 'Wide, Black'],
    ])
  })

  test('that is not an address is named, and its variant goes in', async () => {
    const { errors, summary } = await read(HEAD, 'slim,Slim,Size,UK 8,Colour,Black,S-1,50,,javascript:alert(1)')
    expect([errors.map(({ line }) => line), summary.created, await pictures()]).toEqual([[2], 1, []])
  })
})

describe("the shop's own picture_colours", () => {
  const HEAD = 'slug,name,retail_price,sku,size_code,colour_code,colour_name,pictures,picture_colours'
  const file = (colours: string) => [
    HEAD,
    `slim,Slim,50,S-1,UK8,1B1D23,Black,${at('a')} | ${at('b')},${colours}`,
    'slim,,,S-2,UK8,23407F,Indigo,,',
  ]

  test('are corrected in pictures that the shop has, and stay where the file says nothing', async () => {
    await read(...file(''))
    expect(await pictures()).toEqual([
      ['a.jpg', null, 'Slim'],
      ['b.jpg', null, 'Slim'],
    ])
    await execute("UPDATE product_images SET alt = 'A seam' WHERE position = 1")
    expect((await read(...file('1b1d23 | 23407F'))).summary.updated).toBe(1)
    const corrected = [
      ['a.jpg', '1B1D23', 'Slim, Black'],
      ['b.jpg', '23407F', 'A seam'],
    ]
    expect(await pictures()).toEqual(corrected)
    expect((await read(...file(''))).summary.unchanged).toBe(1)
    expect(await pictures()).toEqual(corrected)
    expect((await read(...file('all'))).summary.updated).toBe(1)
    expect(await pictures()).toEqual([['a.jpg', null, 'Slim'], corrected[1]])
  })

  test('follow what the names of the files say that they show', async () => {
    const lines = (colours: string) => [HEAD, `slim,Slim,50,S-1,UK8,1B1D23,Black,${at('slim-back')},${colours}`]
    await read(...lines(''))
    expect(await pictures()).toEqual([['slim-back.jpg', null, 'Slim, from the back']])
    await read(...lines('1B1D23'))
    expect(await pictures()).toEqual([['slim-back.jpg', '1B1D23', 'Slim, Black, from the back']])
  })

  test.each(['FFFFFF', 'black', "1B1D2'", '1B1D23; DROP'])(
    'name %j as an error when it is not a colour',
    async code => {
      const { errors, summary } = await read(...file(code))
      expect([errors.length, errors[0]?.line, summary.created]).toEqual([1, 2, 1])
      expect((await pictures()).every(([, colour]) => colour === null)).toBe(true)
    },
  )
})
