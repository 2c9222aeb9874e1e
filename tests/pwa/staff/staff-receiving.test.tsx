// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { ReceiveAdd, ReceiveView } from '#pwa/staff/receiving/receive.tsx'
import type { GoodsReceipt } from '#sync/protocol/staff/goods-receipt.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const GOODS = {
  3: { id: 3, item: 'Slim jeans · UK 12 · Indigo', sku: 'SLIM-3' },
  4: { id: 4, item: 'Slim jeans · UK 14 · Indigo', sku: 'SLIM-4' },
} as const
const row = (id: 3 | 4) => ({
  id,
  product_id: 5,
  name: 'Slim jeans',
  sku: GOODS[id].sku,
  barcode: null,
  size_code: `UK${id * 2 + 6}`,
  size: `UK ${id * 2 + 6}`,
  colour_code: '1B2A41',
  colour: 'Indigo',
  on_hand: 9,
  reserved: 0,
  available: 9,
  reorder_level: 2,
  own_reorder_level: null,
  movement_id: 80,
})
const line = (id: 3 | 4, quantity: number) => ({
  id: id + 10,
  product_id: 5,
  product_variation_id: id,
  item: GOODS[id].item,
  sku: GOODS[id].sku,
  barcode: null,
  quantity,
  unit_cost: null,
})
const draft = (overrides: Partial<GoodsReceipt> = {}): GoodsReceipt => ({
  id: 9,
  status_code: 'DRAFT',
  supplier: 'Tema Port',
  note: null,
  pieces: 2,
  user: 'Ama',
  booked_by: null,
  booked_at: null,
  created_at: '2026-01-09T10:00:00.000Z',
  updated_at: '2026-01-09T10:00:00.000Z',
  lines: [line(3, 2)],
  ...overrides,
})

let calls: Call[]
let kept: GoodsReceipt

function answer({ method, url }: Call): Response {
  if (url.includes('/scan?')) return json({ variations: [row(url.includes('SLIM-4') ? 4 : 3)] })
  if (url.endsWith('/lines'))
    return json({
      lines: [
        { product_variation_id: 4, item: GOODS[4].item, sku: 'SLIM-4', barcode: null, quantity: 6, unit_cost: 45.5 },
      ],
      errors: [{ line: 3, message: 'No product has the SKU OLD-1.' }],
    })
  if (url.includes('/products/5/stock'))
    return json({
      stock: {
        product_id: 5,
        name: 'Slim jeans',
        reorder_level: null,
        shop_reorder_level: 2,
        variations: [row(3), row(4)],
      },
    })
  if (url.includes('/products'))
    return json({
      products: { data: [{ id: 5, name: 'Slim jeans' }], total: 1, last_page: 1, current_page: 1, per_page: 7 },
    })
  if (url.includes('/changes'))
    return json({ changes: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 7 } })
  if (url.endsWith('/book'))
    kept = { ...kept, status_code: 'BOOKED', booked_by: 'Ama', booked_at: '2026-01-09T11:00:00.000Z' }
  return json(
    {
      message:
        method === 'DELETE'
          ? 'Draft deleted.'
          : url.endsWith('/book')
            ? 'Received. The goods are on hand.'
            : 'Draft saved. Stock has not changed yet.',
      receipt: kept,
    },
    method === 'POST' ? 201 : 200,
  )
}

const open = (at = '/staff/stock/receive') =>
  showRoutes(
    [
      { path: '/staff/stock/receive', element: <ReceiveAdd /> },
      { path: '/staff/stock/receive/:id', element: <ReceiveView /> },
      { path: '/staff/stock/receipts', element: <p>All receipts</p> },
    ],
    [at],
  )

beforeEach(() => {
  kept = draft()
  calls = shopThatAnswers(answer)
})

const button = (name: string | RegExp) => screen.getByRole('button', { name, hidden: true })
const press = (name: string | RegExp) => fireEvent.click(button(name))
const pieces = (id: 3 | 4) => screen.findByLabelText<HTMLInputElement>(`Pieces: ${GOODS[id].item}`)
const writeIn = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const bodiesOf = (method: string, path: string) =>
  calls.filter(call => call.method === method && call.url.endsWith(path)).map(({ body }) => JSON.parse(body) as object)
async function addByCode(code: string, id: 3 | 4) {
  writeIn(/^Barcode or SKU/, code)
  fireEvent.submit(screen.getByRole('search', { name: 'Add by code' }))
  return pieces(id)
}
const goBack = async () => fireEvent.click(await screen.findByRole('link', { name: 'Go Back' }))

it('asks before leaving scanned goods by any way, and not once saved', async () => {
  const router = open()
  await addByCode('SLIM-3', 3)
  await goBack()
  await screen.findByText('Your changes are not saved yet.')
  press('Stay here')
  expect((await pieces(3)).value).toBe('1')
  await act(async () => {
    void router.visit('/staff/stock/receipts')
  })
  await screen.findByText('Your changes are not saved yet.')
  press('Stay here')
  const before = await pieces(3)
  press('Save Draft')
  await waitFor(() => expect(router.state.location.pathname).toBe('/staff/stock/receive/9'))
  // The address changes before its page is shown, and a link of the page before would no longer be heard.
  await waitFor(() => expect(before.isConnected).toBe(false))
  await pieces(3)
  await goBack()
  await screen.findByText('All receipts')
})

it('asks before leaving a typed supplier too', async () => {
  open('/staff/stock/receive/9')
  await pieces(3)
  writeIn(/^Supplier/, 'Kantamanto')
  await goBack()
  await screen.findByText('Your changes are not saved yet.')
  press('Leave')
  expect(await screen.findByText('All receipts')).toBeTruthy()
})

it('takes goods by scan, by product and from a file in one draft', async () => {
  open()
  await addByCode('SLIM-3', 3)
  fireEvent.change(screen.getByRole('searchbox', { name: /^Product/ }), { target: { value: 'jeans' } })
  press('Find')
  fireEvent.click(await screen.findByRole('button', { name: 'Slim jeans' }))
  fireEvent.change(within(await screen.findByRole('form', { name: 'Slim jeans' })).getByLabelText('UK 12'), {
    target: { value: '4' },
  })
  press('Add these pieces')
  expect((await pieces(3)).value).toBe('5')
  // jsdom's files cannot be read, nor its file fields filled in.
  Object.assign(File.prototype, { text: async () => 'SKU,Quantity,Cost' })
  const field = screen.getByLabelText(/^CSV file/)
  fireEvent.submit(field.closest('form')!)
  expect((await pieces(4)).value).toBe('6')
  // A second press would find nothing to read.
  await waitFor(() => expect(screen.getByLabelText(/^CSV file/)).not.toBe(field))
  await screen.findByText('Line 3: No product has the SKU OLD-1.')
  expect(bodiesOf('POST', '/receipts/lines')).toEqual([{ csv: 'SKU,Quantity,Cost' }])
  writeIn(/^Note/, 'Two bales')
  press('Save Draft')
  await waitFor(() =>
    expect(bodiesOf('POST', '/receipts')).toEqual([
      {
        supplier: '',
        note: 'Two bales',
        lines: [
          { variation_id: 4, quantity: 6, unit_cost: 45.5 },
          { variation_id: 3, quantity: 5 },
        ],
      },
    ]),
  )
})

const refuseOnce = (present: GoodsReceipt) => {
  let refuses = true
  calls = shopThatAnswers(call => {
    if (call.method !== 'PATCH' || !refuses) return answer(call)
    refuses = false
    return json({ message: 'Someone changed this while you were editing.', code: 'stale', receipt: present }, 409)
  })
}

it("shows somebody else's draft beside one's own, and continues with either", async () => {
  const theirs = draft({ supplier: 'Makola', updated_at: '2026-01-09T10:30:00.000Z', lines: [line(3, 2), line(4, 7)] })
  refuseOnce(theirs)
  open('/staff/stock/receive/9')
  fireEvent.change(await pieces(3), { target: { value: '8' } })
  press('Save Draft')
  const differences = within((await screen.findByText('Nothing is saved yet. These fields differ:')).parentElement!)
    .getAllByRole('row')
    .slice(1)
  expect(differences.map(({ textContent }) => textContent)).toEqual([
    'SupplierTema PortMakola',
    `${GOODS[3].item}82`,
    `${GOODS[4].item}07`,
  ])
  press('Save mine')
  await waitFor(() => expect(bodiesOf('PATCH', '/receipts/9')).toHaveLength(2))
  expect(bodiesOf('PATCH', '/receipts/9')[1]).toMatchObject({
    supplier: 'Tema Port',
    lines: [{ variation_id: 3, quantity: 8 }],
    updated_at: theirs.updated_at,
  })
  cleanup()

  queries.clear()
  refuseOnce(theirs)
  open('/staff/stock/receive/9')
  fireEvent.change(await pieces(3), { target: { value: '8' } })
  press('Save Draft')
  await screen.findByText('Nothing is saved yet. These fields differ:')
  press('Take theirs')
  expect([
    (await pieces(3)).value,
    (await pieces(4)).value,
    screen.getByLabelText<HTMLInputElement>(/^Supplier/).value,
  ]).toEqual(['2', '7', 'Makola'])
  press('Receive 9 Pieces')
  await screen.findByText(/received by Ama/)
  expect(bodiesOf('PATCH', '/receipts/9')[1]).toMatchObject({ supplier: 'Makola', updated_at: theirs.updated_at })
})

it('keeps what is scanned while a draft is being saved', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  calls = shopThatAnswers(async call => {
    if (call.method === 'POST' && call.url.endsWith('/receipts')) await arrived
    return answer(call)
  })
  const router = open()
  await addByCode('SLIM-3', 3)
  press('Save Draft')
  await waitFor(() => expect(bodiesOf('POST', '/receipts')).toHaveLength(1))
  await addByCode('SLIM-4', 4)
  await act(async () => arrive())
  await screen.findByText('The draft is saved without the changes made in the meantime.')
  press('Save Draft')
  await waitFor(() => expect(router.state.location.pathname).toBe('/staff/stock/receive/9'))
  expect(bodiesOf('PATCH', '/receipts/9')).toMatchObject([
    {
      lines: [
        { variation_id: 4, quantity: 1 },
        { variation_id: 3, quantity: 1 },
      ],
      updated_at: kept.updated_at,
    },
  ])
})

it('repeats an unanswered booking with the same key', async () => {
  let loses = true
  calls = shopThatAnswers(call => {
    const reply = answer(call)
    if (!call.url.endsWith('/book') || !loses) return reply
    loses = false
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  open('/staff/stock/receive/9')
  await pieces(3)
  press('Receive 2 Pieces')
  await screen.findByText(/No connection to the shop/)
  press('Receive 2 Pieces')
  await screen.findByText(/received by Ama/)
  const booked = calls.filter(({ url }) => url.endsWith('/book')).map(({ headers }) => headers['idempotency-key'])
  expect([booked.length, new Set(booked).size, bodiesOf('PATCH', '/receipts/9').length]).toEqual([2, 1, 1])
})

it('uses the singular for one piece', async () => {
  kept = draft({ status_code: 'BOOKED', pieces: 1, booked_by: 'Ama', lines: [line(3, 1)] })
  open('/staff/stock/receive/9')
  expect(await screen.findByText(/received by Ama/)).toHaveProperty(
    'textContent',
    '1 piece from Tema Port, received by Ama.',
  )
})

it('asks before a draft is discarded, and says why it cannot be', async () => {
  calls = shopThatAnswers(call =>
    call.method === 'DELETE'
      ? json({ message: 'This receipt has already been booked.', code: 'conflict' }, 409)
      : answer(call),
  )
  open('/staff/stock/receive/9')
  await pieces(3)
  press('Discard Draft')
  await screen.findByText('Everything you scanned and entered is deleted. Stock does not change.')
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  press('Discard')
  await screen.findByText('This receipt has already been booked.')
  press('Keep it')
  expect((await pieces(3)).value).toBe('2')
})

it('says below a number what is wrong with it, without a bubble of the browser', async () => {
  open()
  const field = await addByCode('SLIM-3', 3)
  writeIn(/^Pieces: /, '')
  expect([fireEvent.invalid(field), field.getAttribute('aria-invalid')]).toEqual([false, 'true'])
  expect(screen.getByText('Fill in this field.').id).toBe(field.getAttribute('aria-describedby'))
  expect(document.activeElement).toBe(field)
  fireEvent.input(field, { target: { value: '2' } })
  expect([screen.queryByText('Fill in this field.'), field.getAttribute('aria-invalid')]).toEqual([null, null])
})

it('shows what is wrong with a line at its field, until that is changed', async () => {
  calls = shopThatAnswers(call =>
    call.method === 'PATCH'
      ? json(
          {
            message: 'Please correct the errors shown.',
            code: 'validation',
            errors: {
              'lines.0.quantity': ['Lines[0].quantity must be a number.'],
              'lines.1.unit_cost': ['Lines[1].unit_cost must be less than or equal to 99999999.99.'],
            },
          },
          422,
        )
      : answer(call),
  )
  kept = draft({ lines: [line(3, 2), line(4, 1)] })
  open('/staff/stock/receive/9')
  await pieces(4)
  press('Save Draft')
  await screen.findByText('Unit cost must be less than or equal to 99999999.99.')
  const [first, second] = [await pieces(3), await pieces(4)]
  const cost = within(second.closest('tr')!).getByLabelText(/^Unit cost/)
  const wrong = (...fields: HTMLElement[]) =>
    fields.map(field => {
      const about = document.getElementById(field.getAttribute('aria-describedby') ?? '')
      return field.getAttribute('aria-invalid') === 'true' ? about!.textContent : null
    })
  const COST = 'Unit cost must be less than or equal to 99999999.99.'
  expect(wrong(first, second, cost)).toEqual(['Quantity must be a number.', null, COST])
  fireEvent.change(second, { target: { value: '7' } })
  expect(wrong(first, second, cost)).toEqual(['Quantity must be a number.', null, COST])
  press(`Remove ${GOODS[3].item}`)
  expect(wrong(second, cost)).toEqual([null, COST])
  fireEvent.change(cost, { target: { value: '12' } })
  expect(wrong(second, cost)).toEqual([null, null])
})
