// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useApi } from '#pwa/lib/use-api.ts'
import { ImagesTab } from '#pwa/staff/products/images-tab.tsx'
import type { ProductImage } from '#sync/protocol/shop/catalogue.ts'
import { formsAnswered } from '#tests/support/forms-sent.ts'
import { aRow, wholeOf } from '#tests/support/product-rows.ts'
import { showRoutes } from '#tests/support/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/shop-answers.ts'

let images: ProductImage[]
let refusal: ((call: Call) => Response | null) | null
let calls: Call[]

const aPicture = (id: number, alt: string | null) =>
  ({
    id,
    alt,
    dominant: 'FFFFFF',
    file: { storage_link: `/storage/pictures/${String(id).repeat(32)}-800.webp` },
  }) as ProductImage
const product = () => wholeOf(aRow(1, 'Jeans'), { images })

function answer(call: Call): Response {
  const { method, url, body } = call
  const refused = method === 'GET' ? null : refusal?.(call)
  if (refused) return refused
  const id = Number(/images\/(\d+)$/.exec(url)?.[1])
  if (method === 'DELETE') images = images.filter(image => image.id !== id)
  if (method === 'PATCH' && id)
    images = images.map(image =>
      image.id === id ? { ...image, alt: (JSON.parse(body) as { alt: string }).alt } : image,
    )
  if (method === 'PATCH' && !id)
    images = (JSON.parse(body) as { order: number[] }).order.map(each => images.find(image => image.id === each)!)
  return json({ message: 'Done.', product: product() })
}

beforeEach(() => {
  refusal = null
  images = [aPicture(1, 'Jeans'), aPicture(2, null), aPicture(3, 'A pocket')]
  calls = shopThatAnswers(answer)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }))
})

function Tab() {
  const { data } = useApi('GET /api/staff/products/:id', { params: { id: 1 } })
  return data ? <ImagesTab product={data.product} /> : null
}
async function open() {
  showRoutes([{ path: '/', Component: Tab }])
  return screen.findByLabelText<HTMLInputElement>(/^What picture 2 shows/)
}
const sent = () =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [method, url, body && (JSON.parse(body) as object)])
const cards = () => screen.getAllByRole('listitem').filter(({ dataset }) => dataset.row)
const order = () => cards().map(({ dataset }) => dataset.row)
const typeIn = (field: HTMLInputElement, value: string) => {
  fireEvent.input(field, { target: { value } })
  fireEvent.blur(field)
}
/**
 * Tries anew by the clock until it is taken. At each change of the page it would do so for ever, since a try changes
 * the page.
 */
const untilTaken = (attempt: () => void) => vi.waitFor(attempt)

it('saves what a picture shows once one leaves its field, against what was read, and nothing where nothing changed', async () => {
  const field = await open()
  fireEvent.blur(field)
  typeIn(field, ' From behind ')
  await screen.findByText('Saved.')
  expect(sent()).toEqual([['PATCH', '/api/staff/products/1/images/2', { alt: 'From behind', as_read: null }]])
})

it('shows what somebody else wrote of a picture meanwhile, and writes over it only by Enter', async () => {
  const field = await open()
  refusal = () => {
    images = [images[0]!, aPicture(2, 'The back'), images[2]!]
    refusal = null
    return json({ message: 'Someone changed this while you were editing.', code: 'stale', product: product() }, 409)
  }
  typeIn(field, 'From behind')
  await screen.findByText('Someone changed this to “The back”. Press Enter to replace it.')
  expect(field.value).toBe('From behind')
  await untilTaken(() => {
    fireEvent.submit(field.form!)
    expect(sent().at(-1)).toEqual([
      'PATCH',
      '/api/staff/products/1/images/2',
      { alt: 'From behind', as_read: 'The back' },
    ])
  })
})

it('moves a picture by its arrows and by dragging, against the order that was read, and says where it is', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Move picture 3 forward' }))
  await waitFor(() =>
    expect(sent()).toEqual([['PATCH', '/api/staff/products/1/images', { order: [1, 3, 2], as_read: [1, 2, 3] }]]),
  )
  await screen.findByText('Picture 2 of 3')
  await waitFor(() => expect(order()).toEqual(['1', '3', '2']))
  await waitFor(() => expect(document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row).toBe('3'))
  const [first, , last] = cards()
  await untilTaken(() => {
    fireEvent.dragStart(last!)
    fireEvent.dragOver(first!)
    fireEvent.drop(first!)
    expect(sent().at(-1)).toEqual(['PATCH', '/api/staff/products/1/images', { order: [2, 1, 3], as_read: [1, 3, 2] }])
  })
  await waitFor(() => expect(order()).toEqual(['2', '1', '3']))
})

it('shows the pictures as they are where they could not be moved, and why', async () => {
  await open()
  refusal = () => json({ message: 'Someone changed the pictures. Reload the page.', code: 'conflict' }, 409)
  fireEvent.click(screen.getByRole('button', { name: 'Move picture 1 back' }))
  await screen.findByText('Someone changed the pictures. Reload the page.')
  await waitFor(() => expect(order()).toEqual(['1', '2', '3']))
})

it('asks before a picture is taken away', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Delete picture 3' }))
  fireEvent.click(
    within(screen.getByRole('dialog', { name: 'Delete picture 3?' })).getByRole('button', { name: 'Keep it' }),
  )
  expect(sent()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Delete picture 3' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(order()).toEqual(['1', '2']))
  expect(sent()).toEqual([['DELETE', '/api/staff/products/1/images/3', '']])
})

it('shows of each picture on its way how far it is', async () => {
  const arrivals: (() => void)[] = []
  formsAnswered(async () => {
    await new Promise<void>(resolve => {
      arrivals.push(resolve)
    })
    return { status: 201, body: { message: 'Picture added.', product: product() } }
  })
  await open()
  fireEvent.change(screen.getByLabelText('Pictures'), {
    target: { files: ['a.jpg', 'b.jpg'].map(name => new File(['x'], name, { type: 'image/jpeg' })) },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add Product Images' }))
  for (const [at, shares] of [
    [0.5, 0],
    [1, 0.5],
  ].entries()) {
    await waitFor(() =>
      expect(['a.jpg', 'b.jpg'].map(name => screen.getByLabelText<HTMLProgressElement>(name).value)).toEqual(shares),
    )
    await waitFor(() => expect(arrivals).toHaveLength(at + 1))
    arrivals[at]!()
  }
  await screen.findByRole('button', { name: 'Choose pictures' })
  expect(screen.queryByText(/a\.jpg|b\.jpg/)).toBeNull()
})
