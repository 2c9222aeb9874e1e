import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { startApi, type Api } from '#tests/support/server/api.ts'
import { importDemoCatalogue } from '#tests/support/goods/demo-catalogue.ts'

interface Judged {
  query: string
  set: 'open' | 'held' | 'nonsense'
  right: ReadonlySet<string>
}

let api: Api
let judged: Judged[]

beforeAll(async () => {
  await importDemoCatalogue()
  judged = (await readFile('tests/support/queries.csv', 'utf8'))
    .trim()
    .split('\n')
    .slice(1)
    .map(line => {
      const [query, set, right] = line.split(',') as [string, Judged['set'], string]
      return { query, set, right: new Set(right.split(' ').filter(Boolean)) }
    })
  api = await startApi()
})
afterAll(() => api.stop())

const slugsFor = async (query: string) =>
  (
    (await api.send('GET', `/api/products?per_page=12&search_text=${encodeURIComponent(query)}`))
      .body as unknown as ReplyOf<'GET /api/products'>
  ).products.data.map(({ slug }) => slug)

/** The place of the first right answer, from 1; 0 for none among twelve. */
async function placesOf(set: Judged['set']): Promise<{ query: string; place: number; first: string[] }[]> {
  const places = []
  for (const { query, right } of judged.filter(each => each.set === set)) {
    const slugs = await slugsFor(query)
    places.push({ query, place: slugs.findIndex(slug => right.has(slug)) + 1, first: slugs.slice(0, 3) })
  }
  return places
}

test.each(['open', 'held'] as const)('finds what shoppers mean by the %s searches', async set => {
  const places = await placesOf(set)
  const among = places.filter(({ place }) => place > 0 && place <= 3).length / places.length
  const reciprocal = places.reduce((sum, { place }) => sum + (place > 0 ? 1 / place : 0), 0) / places.length
  expect({ set, among, reciprocal }).toEqual({
    set,
    among: expect.toSatisfy((share: number) => share >= 0.95),
    reciprocal: expect.toSatisfy((share: number) => share >= 0.85),
  })
})

test('finds nothing for nonsense', async () => {
  const found = (await placesOf('nonsense')).filter(({ first }) => first.length > 0)
  expect(found).toEqual([])
})
