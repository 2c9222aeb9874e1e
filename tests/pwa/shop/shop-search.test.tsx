// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { recentSearches, withSearch } from '#pwa/shell/recent-searches.ts'
import { SearchPanel } from '#pwa/shell/search-panel.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

const FOUND = [
  { kind: 'category', id: 4, name: 'Cargo Pants' },
  {
    kind: 'product',
    id: 9,
    name: 'Kente cargo',
    slug: 'kente-cargo',
    picture: '/storage/pictures/a-800.webp',
    price: 149.99,
  },
]

function open() {
  const leave = vi.fn<() => void>()
  const router = showRoutes([{ path: '*', element: <SearchPanel onLeave={leave} /> }], ['/'])
  return {
    box: screen.getByRole('combobox'),
    leave,
    address: () => router.state.location.pathname + router.state.location.search,
  }
}
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })
const marked = () =>
  screen
    .getAllByRole('option')
    .filter(option => option.getAttribute('aria-selected') === 'true')
    .map(option => option.id)

beforeEach(() => {
  getDefaultStore().set(recentSearches, [])
  shopThatAnswers(({ url }) => json({ suggestions: url.includes('text=cargo') ? FOUND : [] }))
})

describe('the search of the shop', () => {
  it('suggests while somebody types, and follows the arrow keys', async () => {
    const { box, leave, address } = open()
    type(box, 'cargo')
    const options = await screen.findAllByRole('option')
    expect(options.map(option => option.getAttribute('href'))).toEqual([
      '/shop?category=4',
      '/shop/product/9/kente-cargo',
    ])
    expect(options[1]!.textContent).toContain('GH₵\u00A0149.99')
    for (const key of ['ArrowDown', 'ArrowDown']) fireEvent.keyDown(box, { key })
    expect([box.getAttribute('aria-activedescendant'), marked()]).toEqual([options[1]!.id, [options[1]!.id]])
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    expect([box.getAttribute('aria-activedescendant'), marked()]).toEqual([null, []])
    fireEvent.keyDown(box, { key: 'ArrowUp' })
    fireEvent.submit(screen.getByRole('search'))
    await waitFor(() => expect(address()).toBe('/shop/product/9/kente-cargo'))
    expect(leave).toHaveBeenCalledOnce()
  })

  it('searches what was typed, and offers it again next time', async () => {
    const { box, address } = open()
    type(box, ' slim & wide ')
    fireEvent.submit(screen.getByRole('search'))
    await waitFor(() => expect(address()).toBe('/shop?search=slim%20%26%20wide'))
    cleanup()
    open()
    expect(screen.getByRole('option', { name: 'slim & wide' }).getAttribute('href')).toBe(
      '/shop?search=slim%20%26%20wide',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Clear recent searches' }))
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('offers again what was found by a tap', async () => {
    const { box } = open()
    type(box, 'cargo')
    fireEvent.click(await screen.findByRole('option', { name: /Kente cargo/ }))
    expect(getDefaultStore().get(recentSearches)).toEqual(['Kente cargo'])
  })

  it('helps when nothing is found', async () => {
    const { box, address } = open()
    type(box, 'velvet')
    await screen.findByText('No results for “velvet”.')
    fireEvent.click(screen.getByRole('button', { name: 'browse the collections' }))
    await waitFor(() => expect(address()).toBe('/collections'))
  })

  it('requests nothing for a single letter', async () => {
    const calls = shopThatAnswers(() => json({ suggestions: [] }))
    type(open().box, 'c')
    await new Promise(resolve => setTimeout(resolve, 300)) // longer than it waits for the next letter
    expect(calls).toEqual([])
  })
})

it('remembers six searches, latest first, none twice', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].reduce<string[]>((known, text) => withSearch(known, text), [])
  expect(all).toEqual(['g', 'f', 'e', 'd', 'c', 'b'])
  expect(withSearch(all, 'D')).toEqual(['D', 'g', 'f', 'e', 'c', 'b'])
})
