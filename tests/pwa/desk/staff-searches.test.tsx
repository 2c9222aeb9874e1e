// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { welcome } from '#pwa/session/session.ts'
import { SearchWordList } from '#pwa/staff/searches/search-word-list.tsx'
import { VainList } from '#pwa/staff/searches/vain-list.tsx'
import type { VainSearch } from '#sync/protocol/endpoints/searches.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const ROUTES = [
  { path: '/staff/searches', element: <VainList /> },
  { path: '/staff/search-words', element: <SearchWordList /> },
]
let rows: VainSearch[] = []
let asked: string[] = []

const paged = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 12 })
const signIn = (role_code: 'MANAGER' | 'ADMINISTRATOR') => act(() => welcome('token', aUser({ role_code })))

beforeEach(() => {
  rows = []
  asked = []
  signIn('ADMINISTRATOR')
  shopThatAnswers(({ url }: Call) => {
    asked.push(url)
    return json(url.includes('searches/vain') ? { vain_searches: paged(rows) } : { search_words: paged([]) })
  })
})

it('shows what was searched and not found, with its counts', async () => {
  rows = [{ id: 4, words: 'velvet jeans', nothing: 0, partly: 1200, last_day: '2026-11-21' }]
  showRoutes(ROUTES, ['/staff/searches?days=7'])
  const cells = within((await screen.findByText('velvet jeans')).closest('tr')!).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['velvet jeans', '0', '1,200', 'November 21st 2026'])
  expect(asked[0]).toContain('days=7')
  expect(screen.getByRole('link', { name: 'New Search Word' }).getAttribute('href')).toBe('/staff/search-words/add')
})

it('says so when every search found something, and offers a manager no new word', async () => {
  signIn('MANAGER')
  showRoutes(ROUTES, ['/staff/searches'])
  expect(await screen.findByText('Every search found something.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New Search Word' })).toBeNull()
})

it('shows the built-in words below the shop’s own', async () => {
  showRoutes(ROUTES, ['/staff/search-words'])
  expect(await screen.findByText('No search words found.')).toBeTruthy()
  expect(screen.getByText(/^\d+ built-in words$/)).toBeTruthy()
  expect(screen.getByText('kaba').nextElementSibling!.textContent).toMatch(/wax dress/)
})
