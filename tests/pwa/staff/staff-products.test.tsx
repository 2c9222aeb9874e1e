// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AddImages } from '#pwa/staff/products/add-images.tsx'
import { useChosenPictures } from '#pwa/staff/products/chosen-pictures.ts'
import { BulkDialog } from '#pwa/staff/product-list/bulk-dialog.tsx'
import { ImagesTab } from '#pwa/staff/products/images-tab.tsx'
import { labelsOf, ProductLabels } from '#pwa/staff/labels/product-labels.tsx'
import { ProductAdd } from '#pwa/staff/products/product-add.tsx'
import { StaffProductList } from '#pwa/staff/product-list/product-list.tsx'
import { StockTab } from '#pwa/staff/products/stock-tab.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { afterBulk, type BulkChange, type BulkRow, type BulkTarget } from '#sync/protocol/staff/bulk-change.ts'
import { formsAnswered, type SentForm } from '#tests/support/routes/forms-sent.ts'
import { costs } from '#tests/support/database/costs.ts'
import { aRow, AT, pageOf, wholeOf } from '#tests/support/goods/product-rows.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const JEANS = aRow(1, 'Jeans')
const BELT = aRow(2, 'Belt', { retail_price: 30 })
const whole = wholeOf(JEANS)
const VARIATIONS = ['A', 'B', 'C'].map((sku, i) => ({
  id: i + 1,
  sku,
  barcode: null,
  size_code: 'UK10',
  colour_code: null,
  quantity_in_stock: 5 * i,
}))

let bulks: { products: BulkTarget[]; change: BulkChange; preview?: boolean }[] = []
let undone: string[] = []
let isBroken = false
let calls: Call[] = []

function answer({ method, url, body }: Call): Response {
  if (url.startsWith('/api/staff/categories'))
    return json({
      categories: pageOf([
        { id: 1, name: 'Jeans', description: null, parent_id: null, icon_image: null, banner_image: null },
      ]),
    })
  if (url.startsWith('/api/sizes'))
    return json({
      sizes: pageOf([
        { id: 1, code: 'UK10', name: 'UK 10' },
        { id: 2, code: 'UK12', name: 'UK 12' },
      ]),
    })
  if (url.startsWith('/api/colours'))
    return json({
      colours: pageOf([
        { id: 1, code: '1B2A41', name: 'Indigo' },
        { id: 2, code: 'C19A6B', name: 'Camel' },
      ]),
    })
  if (url.endsWith('/undo')) {
    undone.push(url)
    return json({ message: '2 products restored.' })
  }
  if (method === 'POST' && url === '/api/staff/products/bulk') return bulk(JSON.parse(body) as (typeof bulks)[number])
  if (url.endsWith('/stock'))
    return json({ stock: { product_id: 1, name: 'Jeans', reorder_level: null, shop_reorder_level: 2, variations: [] } })
  if (url === '/api/staff/products/1')
    return isBroken
      ? json({ message: 'Something went wrong.', code: 'internal' }, 500)
      : json({ product: { ...whole, variations: VARIATIONS } })
  return json({ products: pageOf([JEANS, BELT]) })
}

function bulk(asked: (typeof bulks)[number]): Response {
  bulks.push(asked)
  const rows = [JEANS, BELT].map(
    ({ id, name, updated_at, category_id, retail_price, discount, status_code }): BulkRow => {
      const was = { category_id, retail_price, discount, status_code }
      const became = afterBulk(was, asked.change)
      return {
        id,
        name,
        updated_at,
        was,
        became,
        variants: id === BELT.id ? 2 : 0,
        problem: became.retail_price < 0 ? 'the price would be below 0.' : null,
      }
    },
  )
  return json({
    message: asked.preview ? 'Nothing has been changed yet.' : '2 products changed.',
    bulk: { id: asked.preview ? null : 9, undo_until: null, rows },
  })
}

beforeEach(() => {
  bulks = []
  undone = []
  isBroken = false
  calls = shopThatAnswers(answer)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }))
})

const Adding = ({ product }: { product: typeof whole }) => <AddImages product={product} waiting={useChosenPictures()} />

function open(Screen: () => React.JSX.Element, path: string) {
  const router = showRoutes(
    [
      { path, Component: Screen },
      { path: '/staff/products/:id/view', element: <h1>Made</h1> },
    ],
    [path],
  )
  return router
}
const aPicture = (name: string, type = 'image/jpeg') => new File(['x'], name, { type })
const choosePictures = (...files: File[]) => fireEvent.change(screen.getByLabelText('Pictures'), { target: { files } })
const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const fieldsOf = ({ fields }: SentForm, name: RegExp) =>
  fields.filter(([field]) => name.test(field)).map(([field, value]) => `${field}=${value}`)

describe('a new product', () => {
  const fillIn = async () => {
    open(ProductAdd, '/staff/products/add')
    await screen.findByLabelText('UK 12')
    await screen.findByRole('option', { name: 'Jeans' })
    await screen.findByLabelText('Camel')
    type(/^Name/, ' Wide jeans ')
    type(/^Price/, '1,149.99')
    type(/^Features/, 'Five pockets\n\n Mid rise, wide ')
    fireEvent.change(screen.getByLabelText('Category'), { target: { value: '1' } })
  }

  it('shows the grid of its ticked boxes, and is sent with it and its pictures in order', async () => {
    const sent = formsAnswered(() => ({ status: 201, body: { message: 'Product added.', product: whole } }))
    await fillIn()
    for (const label of ['UK 10', 'UK 12', 'Indigo', 'Camel']) fireEvent.click(screen.getByLabelText(label))
    expect(
      within(screen.getByRole('table'))
        .getAllByRole('cell')
        .map(cell => cell.textContent),
    ).toEqual(['new', 'new', 'new', 'new'])
    expect(screen.getByText('4 variants will be created, each with a SKU and a barcode.')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Camel'))
    choosePictures(aPicture('a.jpg'), aPicture('b.svg', 'image/svg+xml'), aPicture('c.png', 'image/png'))
    fireEvent.click(screen.getByLabelText('Move c.png forward'))
    fireEvent.click(screen.getByRole('button', { name: 'Add Product' }))
    await screen.findByText('Made')
    expect(sent).toHaveLength(1)
    expect(fieldsOf(sent[0]!, /^(name|retail_price|discount|category_id)$/)).toEqual([
      'name=Wide jeans',
      'category_id=1',
      'retail_price=1149.99',
      'discount=',
    ])
    expect(fieldsOf(sent[0]!, /\[/)).toEqual([
      'features[0]=Five pockets',
      'features[1]=Mid rise, wide',
      'sizes[0]=UK10',
      'sizes[1]=UK12',
      'colours[0]=1B2A41',
      'images[0]=c.png',
      'images[1]=a.jpg',
    ])
  })

  it('keeps everything after a refusal, and is sent under a new key only when it changed', async () => {
    const replies = [
      {
        status: 422,
        body: {
          message: 'Please correct the errors shown.',
          code: 'validation',
          errors: { retail_price: ['Too dear.'], images: ['This photo cannot be read, or is too large.'] },
        },
      },
      null,
      { status: 201, body: { product: whole } },
    ]
    const sent = formsAnswered(() => replies.shift() ?? null)
    await fillIn()
    choosePictures(aPicture('a.jpg'))
    const press = async () => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Product' })
      await waitFor(() => expect(button.disabled).toBe(false))
      fireEvent.click(button)
    }
    await press()
    expect((await screen.findByRole('alert')).textContent).toContain('Too dear.')
    expect([
      screen.getAllByText('Too dear.').length,
      screen.getByLabelText<HTMLInputElement>(/^Name/).value,
      screen.getByText('First: a.jpg'),
    ]).toEqual([2, ' Wide jeans ', expect.anything()])
    type(/^Price/, '99')
    await press()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('No connection'))
    await press()
    await screen.findByText('Made')
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect([keys[1] === keys[0], keys[2] === keys[1]]).toEqual([false, true])
  })
})

it('keeps refused pictures, each with its reason, and drops the others', async () => {
  const sent = formsAnswered(({ fields }) =>
    fields[0]![1] === 'b.jpg'
      ? {
          status: 422,
          body: {
            message: 'Please correct the errors shown.',
            code: 'validation',
            errors: { images: ['This photo cannot be read, or is too large.'] },
          },
        }
      : { status: 201, body: { product: whole } },
  )
  open(() => <Adding product={whole} />, '/')
  choosePictures(aPicture('a.jpg'), aPicture('b.jpg'), aPicture('c.jpg'))
  fireEvent.click(screen.getByRole('button', { name: 'Add Product Images' }))
  expect(await screen.findByText('b.jpg: This photo cannot be read, or is too large.')).toBeTruthy()
  expect(sent.map(({ url, fields }) => `${url} ${fields[0]![1]}`)).toEqual(
    ['a.jpg', 'b.jpg', 'c.jpg'].map(name => `/api/staff/products/1/images ${name}`),
  )
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(['First: b.jpg'])
})

it('sends a picture again as the same one when its answer was lost', async () => {
  const sent = formsAnswered(() => (sent.length === 1 ? null : { status: 201, body: { product: whole } }))
  open(() => <Adding product={whole} />, '/')
  choosePictures(aPicture('a.jpg'))
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Add Product Images' }))
  press()
  await screen.findByText(/^a\.jpg: No connection/)
  press()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]!.headers['idempotency-key']).toBe(sent[0]!.headers['idempotency-key'])
})

it('lists pending pictures with their reason, tries them again and removes them', async () => {
  const [given, waiting] = [
    { id: 4, source: 'https://cdn.example/a.jpg', error: 'The address answered 503.', next_try_at: null },
    { id: 5, source: 'https://cdn.example/b.jpg', error: null, next_try_at: AT },
  ]
  open(() => <ImagesTab product={{ ...whole, missing_images: [given, waiting] }} />, '/')
  const [first, second] = within(screen.getByRole('region', { name: 'Not downloaded yet' })).getAllByRole('listitem')
  expect(first!.textContent).toContain('https://cdn.example/a.jpgThe address answered 503. We stopped trying.')
  expect(second!.textContent).toContain('The next try is at')
  fireEvent.click(within(first!).getByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(calls.some(({ method, url }) => method === 'POST' && url === '/api/staff/products/1/images/4/fetch')).toBe(
      true,
    ),
  )
  fireEvent.click(within(second!).getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(calls.some(({ method, url }) => method === 'DELETE' && url === '/api/staff/products/1/images/5')).toBe(true),
  )
})

describe('many products', () => {
  const choose = async () => {
    open(StaffProductList, '/staff/products')
    fireEvent.click(await screen.findByLabelText('Select all on this page'))
    fireEvent.click(screen.getByRole('button', { name: 'Change' }))
    return within(screen.getByRole('dialog', { name: 'Change 2 products', hidden: true }))
  }
  const preview = async (value: string) => {
    const dialog = await choose()
    fireEvent.input(dialog.getByLabelText(/^Change by/), { target: { value } })
    fireEvent.click(dialog.getByText('Preview'))
    await dialog.findByRole('table', { hidden: true })
    return dialog
  }

  it('are shown before and after, changed as read, and undone', async () => {
    const dialog = await preview('-10')
    expect(dialog.getAllByRole('row', { hidden: true }).map(row => row.textContent)).toEqual([
      'ProductBeforeAfter',
      'Jeans100.0090.00',
      'Belt – 2 variants with their own price change too30.0027.00',
    ])
    fireEvent.click(dialog.getByText('Change them'))
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toEqual(['/api/staff/products/bulk/9/undo']))
    expect(bulks).toEqual([
      { products: [{ id: 1 }, { id: 2 }], change: { kind: 'price', by: 'percent', value: -10 }, preview: true },
      {
        products: [
          { id: 1, updated_at: AT },
          { id: 2, updated_at: AT },
        ],
        change: { kind: 'price', by: 'percent', value: -10 },
      },
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  })

  it('beyond the limit are reported before anything is typed', () => {
    open(
      () => (
        <BulkDialog
          open
          products={Array.from({ length: 501 }, (_, i) => ({ ...JEANS, id: i + 1 }))}
          onClose={() => {}}
          onDone={() => {}}
        />
      ),
      '/',
    )
    screen.getByText('At most 500 products are changed at once.')
    screen.getByText('501 are selected. Please select fewer.')
    expect(screen.queryByText('Preview')).toBeNull()
  })

  it('are not changed at all when one cannot be', async () => {
    const dialog = await preview('-200')
    expect(dialog.getAllByText(/the price would be below 0\./)).toHaveLength(2)
    expect(dialog.getByText<HTMLButtonElement>('Change them').disabled).toBe(true)
  })
})

describe('labels', () => {
  const counts = async () =>
    (await screen.findAllByRole<HTMLInputElement>('spinbutton', { hidden: true })).map(({ value }) => value)

  it('are as many as in stock, one of each, or a chosen number', async () => {
    open(() => <ProductLabels open ids={[1]} onClose={() => {}} />, '/')
    expect(await counts()).toEqual(['0', '5', '10'])
    fireEvent.click(screen.getByText('One of each'))
    fireEvent.change(screen.getAllByRole('spinbutton', { hidden: true })[1]!, { target: { value: '40' } })
    expect([await counts(), screen.getByText<HTMLButtonElement>('Save 42 labels').disabled]).toEqual([
      ['1', '40', '1'],
      false,
    ])
  })

  it('say what each variant costs', () => {
    const [first, ...others] = VARIATIONS.map(variation => ({ ...variation, weight: null, ...costs(100) }))
    const variations = [{ ...first!, price: 49.99, price_before: 55 }, ...others]
    expect(labelsOf({ ...whole, variations }).map(({ price }) => price)).toEqual([49.99, 100, 100])
  })

  it('for a receipt are as many as came in, and nothing else', async () => {
    open(() => <ProductLabels open ids={[1]} counts={new Map([['C', 7]])} onClose={() => {}} />, '/')
    expect([await counts(), screen.getByText('Save 7 labels')]).toEqual([['7'], expect.anything()])
  })

  it('wait for a product that could not be loaded', async () => {
    isBroken = true
    open(() => <ProductLabels open ids={[1]} onClose={() => {}} />, '/')
    await screen.findByText('We couldn’t load the product, so nothing is printed yet.')
    isBroken = false
    fireEvent.click(screen.getByText('Try again'))
    expect(await counts()).toEqual(['0', '5', '10'])
  })

  it("beyond one file's room are reported", async () => {
    open(
      () => (
        <ProductLabels
          open
          ids={[1]}
          counts={
            new Map([
              ['A', 600],
              ['C', 600],
            ])
          }
          onClose={() => {}}
        />
      ),
      '/',
    )
    expect(await counts()).toEqual(['600', '600'])
    screen.getByText('A file holds at most 1,000 labels. Please print them in batches.')
    expect(screen.getByText<HTMLButtonElement>('Save 1,200 labels').disabled).toBe(true)
  })
})

describe('unsent choices', () => {
  it('name files that cannot be taken and those too many', async () => {
    open(() => <Adding product={whole} />, '/')
    choosePictures(
      aPicture('menu.pdf', 'application/pdf'),
      ...Array.from({ length: 13 }, (_, n) => aPicture(`${n + 1}.jpg`)),
    )
    expect((await screen.findByRole('status')).textContent).toBe(
      'menu.pdf is not a JPEG, PNG or WebP picture. You can add at most 12 at once. Left out: 13.jpg.',
    )
    expect(screen.getAllByRole('listitem')).toHaveLength(12)
  })

  it('hold a file once when it is chosen again', async () => {
    open(() => <Adding product={whole} />, '/')
    const front = aPicture('front.jpg')
    choosePictures(front)
    choosePictures(front, aPicture('back.jpg'))
    expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(['First: front.jpg', 'back.jpg'])
  })

  it('of pictures and ticked boxes are asked about', async () => {
    const router = open(
      () => (
        <>
          <Adding product={whole} />
          <Link to="/staff/products/1/view">Away</Link>
        </>
      ),
      '/',
    )
    choosePictures(aPicture('front.jpg'))
    await screen.findByText(/front\.jpg$/)
    fireEvent.click(screen.getByText('Away'))
    await screen.findByText('Leave without saving?')
    expect(router.state.location.pathname).toBe('/')
    cleanup()
    const other = open(
      () => (
        <>
          <StockTab product={whole} />
          <Link to="/staff/products/1/view">Away</Link>
        </>
      ),
      '/',
    )
    fireEvent.click(await screen.findByLabelText('UK 10'))
    fireEvent.click(screen.getByText('Away'))
    await screen.findByText('Leave without saving?')
    expect(other.state.location.pathname).toBe('/')
  })

  it('stay in their dialog when somebody presses beside it', async () => {
    const close = vi.fn<() => void>()
    open(
      () => (
        <Dialog open title="Note" onClose={close}>
          <form>
            <input name="note" aria-label="Note" />
          </form>
        </Dialog>
      ),
      '/',
    )
    const dialog = (await screen.findByText('Note')).closest('dialog')!
    fireEvent.pointerDown(dialog)
    expect(close).toHaveBeenCalledTimes(1)
    fireEvent.input(screen.getByRole('textbox', { hidden: true }), { target: { value: 'Stain' } })
    fireEvent.pointerDown(dialog)
    expect(close).toHaveBeenCalledTimes(1)
  })
})
