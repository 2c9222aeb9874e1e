// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useApi } from '#pwa/lib/use-api.ts'
import { ImagesTab } from '#pwa/staff/products/images-tab.tsx'
import type { ProductImage } from '#sync/protocol/shop/catalogue.ts'
import { formsAnswered } from '#tests/support/routes/forms-sent.ts'
import { aRow, wholeOf } from '#tests/support/goods/product-rows.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

let images: ProductImage[]
let refusal: ((call: Call) => Response | null) | null
let calls: Call[]

const aPicture = (id: number, alt: string | null) =>
  ({
    id,
    alt,
    dominant: 'FFFFFF',
    colour_code: null,
    file: { storage_link: `/storage/pictures/${String(id).repeat(32)}-800.webp` },
  }) as ProductImage
let colours: { code: string; name: string }[]
const product = () => wholeOf(aRow(1, 'Jeans'), { images, colours })

function answer(call: Call): Response {
  const { method, url, body } = call
  const refused = method === 'GET' ? null : refusal?.(call)
  if (refused) return refused
  const id = Number(/images\/(\d+)$/.exec(url)?.[1])
  if (method === 'DELETE') images = images.filter(image => image.id !== id)
  if (method === 'PATCH' && id)
    images = images.map(image =>
      image.id === id ? { ...image, ...(JSON.parse(body) as Partial<ProductImage>) } : image,
    )
  if (method === 'PATCH' && !id)
    images = (JSON.parse(body) as { order: number[] }).order.map(each => images.find(image => image.id === each)!)
  return json({ message: 'Done.', product: product() })
}

beforeEach(() => {
  refusal = null
  colours = []
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
 * Tries again by the clock until it is taken. At each change of the page it would try for ever, since a try changes
 * the page.
 */
const untilTaken = (attempt: () => void) => vi.waitFor(attempt)

it("saves a picture's text on leaving its field when it changed, against what was read", async () => {
  const field = await open()
  fireEvent.blur(field)
  typeIn(field, ' From behind ')
  await screen.findByText('Saved.')
  expect(sent()).toEqual([['PATCH', '/api/staff/products/1/images/2', { alt: 'From behind', as_read: null }]])
})

it('shows what somebody else wrote about a picture, and overwrites it only by Enter', async () => {
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

it('moves a picture by arrows and dragging, against the order read, and says its place', async () => {
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

it('shows the pictures as they are, and why, when they could not be moved', async () => {
  await open()
  refusal = () => json({ message: 'Someone changed the pictures. Reload the page.', code: 'conflict' }, 409)
  fireEvent.click(screen.getByRole('button', { name: 'Move picture 1 back' }))
  await screen.findByText('Someone changed the pictures. Reload the page.')
  await waitFor(() => expect(order()).toEqual(['1', '2', '3']))
})

it('asks before a picture is deleted', async () => {
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

it('shows the progress of each upload', async () => {
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

const INDIGO = { code: '23407F', name: 'Indigo' }
const BLACK = { code: '1B1D23', name: 'Black' }

it('sets the colour of a picture by its field', async () => {
  colours = [INDIGO, BLACK]
  await open()
  const field = screen.getByLabelText<HTMLSelectElement>('Colour of picture 2')
  expect([...field.options].map(({ text }) => text)).toEqual(['All colours', 'Indigo', 'Black'])
  fireEvent.change(field, { target: { value: BLACK.code } })
  await screen.findByText('Colour of picture 2: Black')
  expect(sent()).toEqual([['PATCH', '/api/staff/products/1/images/2', { colour_code: BLACK.code }]])
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Colour of picture 2').value).toBe(BLACK.code))
})

it('sets the colour of a picture when it is dropped on a colour, and moves nothing', async () => {
  colours = [INDIGO, BLACK]
  await open()
  const place = [...document.querySelectorAll<HTMLElement>('span[data-row]')].find(
    each => each.textContent === 'Black',
  )!
  fireEvent.dragStart(cards()[0]!)
  fireEvent.dragOver(place)
  expect(place.hasAttribute('data-over')).toBe(true)
  fireEvent.drop(place)
  await screen.findByText('Colour of picture 1: Black')
  expect(sent()).toEqual([['PATCH', '/api/staff/products/1/images/1', { colour_code: BLACK.code }]])
  expect(order()).toEqual(['1', '2', '3'])
})

it('sends each new picture to the colour that was chosen for it, by keys alone', async () => {
  colours = [INDIGO, BLACK]
  const forms = formsAnswered(() => ({ status: 201, body: { message: 'Picture added.', product: product() } }))
  await open()
  const choose = (name: string) =>
    fireEvent.change(screen.getByLabelText('Pictures'), {
      target: { files: [new File([name], name, { type: 'image/jpeg' })] },
    })
  const field = screen.getByLabelText<HTMLSelectElement>('Colour of the pictures you choose')
  choose('label.jpg')
  fireEvent.change(field, { target: { value: BLACK.code } })
  choose('black.jpg')
  expect(screen.getByText('black.jpg').nextSibling!.textContent).toBe('Black')
  fireEvent.click(screen.getByRole('button', { name: 'Add Product Images' }))
  await waitFor(() => expect(forms).toHaveLength(2))
  expect(forms.map(({ fields }) => fields)).toEqual([
    [['images[0]', 'label.jpg']],
    [
      ['images[0]', 'black.jpg'],
      ['colour_code', BLACK.code],
    ],
  ])
})

it('takes files that are dropped on a colour as its pictures, also on a product without pictures', async () => {
  colours = [INDIGO, BLACK]
  const forms = formsAnswered(() => ({ status: 201, body: { message: 'Picture added.', product: product() } }))
  images = []
  showRoutes([{ path: '/', Component: Tab }])
  await screen.findByText(/^No pictures yet/)
  const place = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('span[data-row]')].find(each => each.textContent === name)!
  const drop = (onto: string, ...files: File[]) => {
    const dataTransfer = { files, types: ['Files'] }
    fireEvent.dragOver(place(onto), { dataTransfer })
    expect(place(onto).hasAttribute('data-over')).toBe(true)
    fireEvent.drop(place(onto), { dataTransfer })
    expect(place(onto).hasAttribute('data-over')).toBe(false)
  }
  drop('Indigo', new File(['x'], 'indigo.jpg', { type: 'image/jpeg' }), new File(['x'], 'notes.txt'))
  expect(screen.getByText('notes.txt is not a JPEG, PNG or WebP picture.')).toBeTruthy()
  drop('Black', new File(['y'], 'black.jpg', { type: 'image/jpeg' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add Product Images' }))
  await waitFor(() => expect(forms).toHaveLength(2))
  expect(forms.map(({ fields }) => fields.at(-1))).toEqual([
    ['colour_code', INDIGO.code],
    ['colour_code', BLACK.code],
  ])
})

it('offers no colours for goods without any', async () => {
  await open()
  expect([screen.queryByLabelText(/^Colour of/), document.querySelector('span[data-row]')]).toEqual([null, null])
})

it('says why a colour was not saved', async () => {
  colours = [INDIGO]
  await open()
  refusal = () =>
    json({ message: 'No.', code: 'validation', errors: { colour_code: ['Choose one of the colours.'] } }, 422)
  fireEvent.change(screen.getByLabelText('Colour of picture 1'), { target: { value: INDIGO.code } })
  expect(await screen.findByText('Choose one of the colours.')).toBeTruthy()
})
