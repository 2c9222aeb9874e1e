// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { CategoryList } from '#pwa/staff/categories/category-list.tsx'
import { CategoryView } from '#pwa/staff/categories/category-view.tsx'
import { formsAnswered } from '#tests/support/routes/forms-sent.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const category = (id: number, name: string, parent_id: number | null) => ({
  id,
  name,
  description: null,
  parent_id,
  icon_image: null,
  banner_image: null,
  products: 1,
  position: id,
  created_at: MOMENT,
  updated_at: MOMENT,
})
const [TOPS, CROPS, SHIRTS, TEES, JACKETS, COATS] = [
  category(1, 'Tops', null),
  category(2, 'Crop Tops', 1),
  category(3, 'Shirts', 1),
  category(4, 'T-shirts', 1),
  category(5, 'Jackets', null),
  category(6, 'Coats', 5),
]

let calls: Call[] = []
let all = [TOPS!]
let refusal: object | null = null
let isAway = false

const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 100 })
function answer({ method, url, body }: Call): Response {
  if (method === 'PATCH') {
    if (refusal) return json(refusal, 409)
    const { order } = JSON.parse(body) as { order: number[] }
    const moved = order.map(id => all.find(row => row.id === id)!)
    all = [TOPS!, JACKETS!]
      .flatMap(
        parent =>
          [
            parent,
            ...(moved[0]!.parent_id === parent!.id ? moved : all.filter(({ parent_id }) => parent_id === parent!.id)),
          ] as (typeof TOPS)[],
      )
      .map(row => row!)
    return json({ message: 'Positions saved.' })
  }
  if (url.includes('/fit')) return json({ fit: null })
  if (/categories\/\d/.test(url))
    return json(method === 'GET' ? { category: CROPS } : { message: 'Category updated.', category: CROPS })
  if (isAway) return json({ message: 'The shop is closed for a moment.', code: 'invalid' }, 400)
  const search = new URL(url, 'http://shop.test').searchParams.get('search')
  return json({ categories: pageOf(search ? all.filter(({ name }) => name.toLowerCase().includes(search)) : all) })
}

async function open(address = '/staff/categories') {
  showRoutes([{ path: '/staff/categories', Component: CategoryList }], [address])
  await screen.findByRole('link', { name: 'Shirts' })
}

const rowOf = (name: string) => screen.getByRole('link', { name }).closest('li')!
const names = () =>
  within(document.querySelector<HTMLElement>('[data-rows]')!)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const sent = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as object)
const step = (name: string, key: 'ArrowUp' | 'ArrowDown') =>
  fireEvent.keyDown(screen.getByRole('link', { name }), { key, altKey: true })
/**
 * Drags a row onto another and lets it go there. Returns whether it may be dropped there, and whether that is shown
 * during the drag.
 */
function drag(name: string, onto: string): { mayDrop: boolean; isShown: boolean } {
  fireEvent.dragStart(rowOf(name))
  const over = createEvent.dragOver(rowOf(onto))
  fireEvent(rowOf(onto), over)
  const isShown = rowOf(onto).hasAttribute('data-over')
  fireEvent.drop(rowOf(onto))
  fireEvent.dragEnd(rowOf(name))
  return { mayDrop: over.defaultPrevented, isShown }
}

beforeEach(() => {
  all = [TOPS!, CROPS!, SHIRTS!, TEES!, JACKETS!, COATS!]
  refusal = null
  isAway = false
  calls = shopThatAnswers(answer)
})

it('moves one among its siblings by Alt and an arrow key, follows it, and says its place', async () => {
  await open()
  step('Shirts', 'ArrowUp')
  await waitFor(() => expect(names()).toEqual(['Tops', 'Shirts', 'Crop Tops', 'T-shirts', 'Jackets', 'Coats']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Shirts' })))
  expect(screen.getByText('Shirts: 1 of 3')).toBeTruthy()
  step('Shirts', 'ArrowDown')
  await waitFor(() => expect(names()).toEqual(['Tops', 'Crop Tops', 'Shirts', 'T-shirts', 'Jackets', 'Coats']))
  expect(sent()).toEqual([
    { parent_id: 1, order: [3, 2, 4], as_read: [2, 3, 4] },
    { parent_id: 1, order: [2, 3, 4], as_read: [3, 2, 4] },
  ])
})

it('keeps the first and last of a parent in place, by keys and buttons', async () => {
  await open()
  for (const [name, key] of [
    ['Crop Tops', 'ArrowUp'],
    ['T-shirts', 'ArrowDown'],
    ['Coats', 'ArrowUp'],
    ['Coats', 'ArrowDown'],
  ] as const)
    step(name, key)
  expect(
    ['Move Crop Tops up', 'Move T-shirts down', 'Move Coats up', 'Move Coats down'].map(
      name => screen.getByRole<HTMLButtonElement>('button', { name }).disabled,
    ),
  ).toEqual([true, true, true, true])
  screen.getByRole('link', { name: 'Shirts' }).focus()
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
  expect([document.activeElement, sent()]).toEqual([screen.getByRole('link', { name: 'Crop Tops' }), []])
})

it('can be dragged onto a sibling, and takes its place', async () => {
  await open()
  expect(drag('Crop Tops', 'T-shirts')).toEqual({ mayDrop: true, isShown: true })
  await waitFor(() => expect(names()).toEqual(['Tops', 'Shirts', 'T-shirts', 'Crop Tops', 'Jackets', 'Coats']))
  expect(sent()).toEqual([{ parent_id: 1, order: [3, 4, 2], as_read: [2, 3, 4] }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Crop Tops' })))
  expect([document.querySelectorAll('[data-over]').length, screen.getByText('Crop Tops: 3 of 3')]).toHaveLength(2)
})

it('cannot be dropped in a wrong place, and shows so before the drop', async () => {
  await open()
  for (const [name, onto] of [
    ['Crop Tops', 'Coats'],
    ['Crop Tops', 'Tops'],
    ['Tops', 'Shirts'],
    ['Jackets', 'Coats'],
  ] as const)
    expect([name, onto, drag(name, onto)]).toEqual([name, onto, { mayDrop: false, isShown: false }])
  expect(drag('Shirts', 'Shirts')).toEqual({ mayDrop: true, isShown: false })
  expect([sent(), document.querySelectorAll('[data-over]').length]).toEqual([[], 0])
})

it('moves none of the search results', async () => {
  await open('/staff/categories?search=shirt')
  expect(names()).toEqual(['Shirts', 'T-shirts'])
  step('Shirts', 'ArrowDown')
  expect([
    drag('Shirts', 'T-shirts').isShown,
    rowOf('Shirts').draggable,
    screen.queryByRole('button', { name: /^Move/ }),
    sent(),
  ]).toEqual([false, false, null, []])
})

it('says why one could not be moved, shows the current order, and stays at it', async () => {
  await open()
  step('Coats', 'ArrowUp')
  step('T-shirts', 'ArrowUp')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'T-shirts' })))
  refusal = { message: 'Someone changed these categories. Please reload.', code: 'conflict' }
  all = [TOPS!, TEES!, SHIRTS!, CROPS!, JACKETS!, COATS!]
  step('Crop Tops', 'ArrowDown')
  await screen.findByText('Someone changed these categories. Please reload.')
  await waitFor(() => expect(names()).toEqual(['Tops', 'T-shirts', 'Shirts', 'Crop Tops', 'Jackets', 'Coats']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Crop Tops' })))
  expect(screen.queryByText(/: \d of \d$/)).toBeNull()
  refusal = null
  step('Crop Tops', 'ArrowUp')
  await waitFor(() => expect(screen.queryByText('Someone changed these categories. Please reload.')).toBeNull())
})

it('says when there are none, or none found, and why they could not be loaded', async () => {
  isAway = true
  showRoutes([{ path: '/staff/categories', Component: CategoryList }], ['/staff/categories?search=zzz'])
  await screen.findByText('The shop is closed for a moment.')
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Try another word.')
  cleanup()
  all = []
  showRoutes([{ path: '/staff/categories', Component: CategoryList }], ['/staff/categories'])
  expect(await screen.findByText('Add the first one.')).toBeTruthy()
})

it('leaves a category in place while the others are not loaded', async () => {
  isAway = true
  const forms = formsAnswered(() => ({ status: 200, body: { message: 'Category updated.', category: CROPS } }))
  showRoutes([{ path: '/staff/categories/:id/view', Component: CategoryView }], ['/staff/categories/2/view'])
  expect((await screen.findByLabelText<HTMLSelectElement>(/^Parent category/)).value).toBe('1')
  fireEvent.click(screen.getByRole('button', { name: 'Update Category' }))
  await screen.findByText('Category updated.')
  expect(forms.map(({ fields }) => fields)).toEqual([
    [
      ['name', 'Crop Tops'],
      ['description', ''],
      ['parent_id', '1'],
      ['updated_at', MOMENT],
    ],
  ])
})
