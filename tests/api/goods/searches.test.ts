import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, insertRow, select } from '#api/db/database.ts'
import { flushVain, noteVain } from '#api/search/vain-searches.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'

let api: Api
let token: string

beforeAll(async () => {
  await insertRow('colours', { code: '7A1F2B', name: 'Wine' })
  await insertRow('colours', { code: '23407F', name: 'Indigo' })
  await aProduct({
    name: 'Weekend hoodie',
    category: 'Hoodies',
    retail_price: 128,
    pieces: [{ size: 'UK10', colour: '7A1F2B' }],
  })
  await aProduct({
    name: 'Polka dress',
    category: 'Dresses',
    retail_price: 190,
    features: ['Zip at the back'],
    pieces: [
      { size: 'UK8', colour: '7A1F2B' },
      { size: 'UK12', colour: '23407F' },
    ],
  })
  api = await startApi()
  token = (await aUser('ADMINISTRATOR', { email: 'admin@shop.test' })).token
})
afterAll(() => api.stop())
beforeEach(async () => {
  await flushVain()
  await db.query('DELETE FROM vain_searches')
})

type Reply = ReplyOf<'GET /api/products'>
const search = async (text: string, more = '') =>
  (await api.send('GET', `/api/products?search_text=${encodeURIComponent(text)}${more}`)).body as unknown as Reply
const namesFor = async (text: string, more = '') => (await search(text, more)).products.data.map(({ name }) => name)
const vain = async (query = '') =>
  (
    (await api.send('GET', `/api/staff/searches/vain${query}`, { token }))
      .body as unknown as ReplyOf<'GET /api/staff/searches/vain'>
  ).vain_searches

describe('a search for goods', () => {
  test('says what it understood, and what is left without it', async () => {
    expect(await search('red dress under 200')).toMatchObject({
      understood: { colours: ['red'], max_price: 200 },
      without: { colours: 'dress under 200', max_price: 'red dress' },
      products: { total: 1 },
    })
    expect(Object.keys(await search('dress'))).not.toContain('understood')
    expect((await search('dress under 150')).products.total).toBe(0)
    expect(await namesFor('under 150')).toEqual(['Weekend hoodie'])
    expect(await search('dress 200')).toMatchObject({ understood: { max_price: 200 }, products: { total: 1 } })
    expect((await search('blorf 200')).products.total).toBe(0)
  })

  test('keeps the narrower of its own price and the filter', async () => {
    expect((await search('dress under 200', '&max_price=100')).products.total).toBe(0)
    expect((await search('dress under 100', '&max_price=200')).products.total).toBe(0)
  })

  test('finds a colour and a size only in one variant', async () => {
    expect(await namesFor('blue dress size 12')).toEqual(['Polka dress'])
    expect(await search('blue dress size 8')).toMatchObject({ partly: true })
    await aProduct({
      name: 'Two-price kimono',
      category: 'Kimonos',
      retail_price: 300,
      pieces: [
        { size: 'UK8', colour: '7A1F2B' },
        { size: 'UK8', colour: '23407F', retail_price: 100 },
      ],
    })
    expect(await namesFor('blue kimono under 150')).toEqual(['Two-price kimono'])
    expect(await search('red kimono under 150')).toMatchObject({ partly: true })
  })

  test('shows goods with some of the words when none has all, and says so', async () => {
    expect(await search('velvet dress')).toMatchObject({ partly: true, products: { data: [{ name: 'Polka dress' }] } })
    expect((await search('dress')).partly).toBeUndefined()
    expect((await search('velvet zip')).products.total).toBe(0)
  })

  test('comes by its best match unless an order is asked for', async () => {
    await aProduct({ name: 'Dress shirt', category: 'Shirts', views: 99 })
    await aProduct({ name: 'Dress', category: 'Dresses' })
    expect(await namesFor('dress')).toEqual(['Dress', 'Polka dress', 'Dress shirt'])
    expect((await namesFor('dress', '&order_column=views'))[0]).toBe('Dress shirt')
  })
})

test("finds goods by the shop's own words at once, until they are out of use", async () => {
  expect((await search('omotuo')).products.total).toBe(0)
  const added = await api.send('POST', '/api/staff/search-words', {
    token,
    body: { word: 'Omotuo', means: 'hoodie', active: 1 },
  })
  expect(added.status).toBe(201)
  expect(await namesFor('omotuo')).toEqual(['Weekend hoodie'])
  expect(
    (await api.send('POST', '/api/staff/search-words', { token, body: { word: 'omotuo', means: 'dress', active: 1 } }))
      .status,
  ).toBe(422)
  const { id } = (added.body as unknown as { search_word: { id: number } }).search_word
  await api.send('PATCH', `/api/staff/search-words/${id}`, { token, body: { active: 0 } })
  expect((await search('omotuo')).products.total).toBe(0)
})

describe('the report of searches without success', () => {
  test('counts what found nothing and what found some words, whoever searched', async () => {
    for (const text of ['Blorf!', 'blorf', 'velvet dress', 'dress', 'dress under 1']) await search(text)
    await search('blorf', '&page=2')
    const today = new Date().toISOString().slice(0, 10)
    expect((await vain()).data).toEqual([
      { id: expect.any(Number), words: 'blorf', nothing: 2, partly: 0, last_day: today },
      { id: expect.any(Number), words: 'velvet dress', nothing: 0, partly: 1, last_day: today },
    ])
    await insertRow('vain_searches', { day: '2020-01-01', words: 'blorf', nothing: 9 })
    expect((await vain('?order_column=words&order_direction=desc')).data.map(({ words }) => words)).toEqual([
      'velvet dress',
      'blorf',
    ])
    expect((await vain()).data[0]!.nothing).toBe(2)
  })

  test('keeps nothing that may name a person', async () => {
    for (const text of ['kofi.mensah@shop.test', '024 123 4567', '+233241234567', 'blorf '.repeat(9), 'x'.repeat(61)])
      await search(text)
    expect((await vain()).data).toEqual([])
    const columns = await select<{ name: string }>(
      `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'vain_searches'`,
    )
    expect(columns.map(({ name }) => name).sort()).toEqual(['day', 'id', 'nothing', 'partly', 'words'])
  })

  test('takes no more different texts than a day may have', async () => {
    const day = new Date().toISOString().slice(0, 10)
    for (let from = 0; from < 1_999; from += 500)
      await db.query(
        `INSERT INTO vain_searches (day, words, nothing) VALUES ${Array.from(
          { length: Math.min(500, 1_999 - from) },
          (_, i) => `('${day}', 'w${from + i}', 1)`,
        ).join(',')}`,
      )
    for (const words of ['one', 'two', 'w7']) noteVain(words, 'nothing')
    await flushVain()
    expect(
      (
        await select<{ words: string; nothing: number }>(
          "SELECT words, nothing FROM vain_searches WHERE words IN ('one', 'two', 'w7') ORDER BY words",
        )
      ).map(row => ({ ...row })),
    ).toEqual([
      { words: 'one', nothing: 1 },
      { words: 'w7', nothing: 2 },
    ])
  })
})
