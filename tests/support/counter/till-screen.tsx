import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { act, cleanup, createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import { setImmediate as turn } from 'node:timers/promises'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { PushRequest } from '#sync/protocol/mutation.ts'
import { REPLICA_TABLES, type PullReply } from '#sync/protocol/replica.ts'
import { patience } from '#tests/support/patience.ts'

const TELLER = { id: 7, name: 'Ama Owusu', role_code: 'MANAGER' }

const ACCOUNTS: PullReply['changes']['accounts'] = [
  { id: 1, code: 'CASH', name: 'Cash' },
  { id: 2, code: 'BANK', name: 'POS / Bank' },
  { id: 3, code: 'PAYSTACK', name: 'Card' },
  { id: 4, code: 'MTN_MOBILE_MONEY', name: 'MTN MoMo' },
]

/**
 * The shop's answers, which a test can change. `isNewer`: it no longer accepts sales from this build. `goods`: when it
 * has them.
 */
export const shop = {
  isOnline: true,
  isExpired: false,
  isNewer: false,
  pushed: [] as PushRequest['mutations'],
  price: 149.99,
  /** The price of the black jeans alone, if they have one. */
  blackPrice: null as number | null,
  /** The barcode of the scarf, if it has one. */
  scarfBarcode: null as string | null,
  scarfStatus: 'LIVE' as 'LIVE' | 'INACTIVE',
  goods: Promise.resolve(),
  momoReference: 'OFF',
  /** Its ways of paying; PAYSTACK, without a kind, is not one. */
  accounts: ACCOUNTS,
  /** Rows that a pull deletes, by table. */
  gone: {} as Partial<PullReply['deleted']>,
  /** Why the shop refuses the name of a new till. */
  refusedName: '',
}

const catalogue = (): PullReply['changes'] => ({
  settings: [
    { id: 1, name: 'shop_name', value: 'Selvedge' },
    { id: 2, name: 'momo_reference', value: shop.momoReference },
  ],
  accounts: shop.accounts,
  tellers: [],
  categories: [],
  search_words: [],
  sizes: [
    { id: 1, code: 'UK8', name: 'UK 8' },
    { id: 2, code: 'UK10', name: 'UK 10' },
  ],
  colours: [
    { id: 1, code: '1F2A44', name: 'Indigo' },
    { id: 2, code: '111111', name: 'Black' },
  ],
  products: [
    {
      id: 1,
      name: 'Slim jeans',
      slug: 'slim-jeans',
      category_id: 1,
      retail_price: shop.price,
      discount: 0,
      status_code: 'LIVE',
      picture: null,
    },
    {
      id: 2,
      name: 'Linen scarf',
      slug: 'linen-scarf',
      category_id: 1,
      retail_price: 60,
      discount: 10,
      status_code: shop.scarfStatus,
      picture: null,
    },
  ],
  variations: [
    {
      id: 11,
      product_id: 1,
      sku: 'SJ-8',
      barcode: '600100000011',
      size_code: 'UK8',
      colour_code: '1F2A44',
      quantity_in_stock: 3,
    },
    {
      id: 12,
      product_id: 1,
      sku: 'SJ-10',
      barcode: '600100000012',
      size_code: 'UK10',
      colour_code: '1F2A44',
      quantity_in_stock: 0,
    },
    {
      id: 13,
      product_id: 1,
      sku: 'SJ-10B',
      barcode: '600100000013',
      size_code: 'UK10',
      colour_code: '111111',
      quantity_in_stock: 2,
      retail_price: shop.blackPrice,
    },
    {
      id: 21,
      product_id: 2,
      sku: 'LS',
      barcode: shop.scarfBarcode,
      size_code: 'ONE',
      colour_code: null,
      quantity_in_stock: 5,
    },
  ],
})

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Aborted when its page is gone, as a browser would abort its requests, also those that its work still makes. */
let page = new AbortController()
const gone = (signal: AbortSignal) =>
  new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(new TypeError('Failed to fetch')))
  })

async function answer(url: string, init?: RequestInit): Promise<Response> {
  const { signal } = page
  if (!shop.isOnline || signal.aborted) throw new TypeError('Failed to fetch')
  if (url.startsWith('/api/token/refresh'))
    return shop.isExpired
      ? json({ message: 'Please sign in.', code: 'unauthenticated' }, 401)
      : json({ token: 'a-token', user: null })
  if (shop.isExpired) return json({ message: 'Please sign in.', code: 'unauthenticated' }, 401)
  if (url === '/api/staff/tills/2') return json({ till: { name: 'Front', device_id: 'x' } })
  if (url === '/api/staff/tills' && shop.refusedName)
    return json(
      { message: 'Please correct the errors shown.', code: 'validation', errors: { name: [shop.refusedName] } },
      422,
    )
  if (url === '/api/staff/tills')
    return json(
      {
        message: 'Done.',
        till: {
          id: 2,
          code: 'T2',
          name: 'Front',
          device_id: 'x',
          status_code: 'ACTIVE',
          last_seq: 40,
          last_number: 118,
          missing_seqs: [],
        },
      },
      201,
    )
  if (url.startsWith('/api/sync/pull')) {
    await Promise.race([shop.goods, gone(signal)])
    const deleted = { ...Object.fromEntries(REPLICA_TABLES.map(table => [table, []])), ...shop.gone }
    return json({ watermark: 'w', changes: catalogue(), deleted, more: false, total: 12 })
  }
  if (shop.isNewer) return json({ message: 'This till needs an update before it can send.', code: 'protocol' }, 426)
  const { mutations } = JSON.parse(String(init?.body)) as PushRequest
  shop.pushed.push(...mutations)
  return json({
    verdicts: mutations.map(({ id, payload }, index) => ({
      id,
      status: 'accepted',
      order_id: 5001 + index,
      number: payload.number,
      exceptions: [],
    })),
    server_time: '',
  })
}

let flying = 0
async function send(url: string, init?: RequestInit): Promise<Response> {
  flying += 1
  try {
    return await answer(url, init)
  } finally {
    flying -= 1
  }
}

const beat = setInterval
const ticking: ReturnType<typeof setInterval>[] = []

// The first import reads all modules and may take longer than a test.
beforeAll(() => import('#pwa/pos/till-screen.tsx'), patience(120_000))
beforeEach(async () => {
  vi.stubGlobal('setInterval', (...call: Parameters<typeof setInterval>) => {
    ticking.push(beat(...call))
    return ticking.at(-1)
  })
  await settled()
  Object.assign(shop, {
    isOnline: true,
    isExpired: false,
    isNewer: false,
    pushed: [],
    price: 149.99,
    blackPrice: null,
    scarfBarcode: null,
    scarfStatus: 'LIVE',
    goods: Promise.resolve(),
    momoReference: 'OFF',
    accounts: ACCOUNTS,
    gone: {},
    refusedName: '',
  })
  Dexie.dependencies.indexedDB = new IDBFactory()
  vi.stubGlobal('fetch', vi.fn(send))
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('signed_in', JSON.stringify(TELLER))
})
afterEach(() => {
  endPage()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Timers end with their page: half a minute later one would hold a lock that the next page needs. */
function endPage() {
  cleanup()
  page.abort()
  for (const timer of ticking.splice(0)) clearInterval(timer)
}

/** How many turns in a row nothing is under way: more than a page takes between two steps of its work. */
const QUIET_TURNS = 200

/**
 * The previous page's work is over: in a browser it would have died with its page and released its locks. Work that
 * goes on into the next page would take its locks, and be answered as that page.
 */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
    const { held = [] } = await navigator.locks.query()
    if (flying > 0 || held.some(({ name }) => /^(pull|enrol|drain) /.test(name ?? ''))) quiet = 0
    await turn()
  }
}

/** Reloads the page: screen and memory are gone, stored data stays. */
export async function loadPage() {
  endPage()
  await settled()
  page = new AbortController()
  vi.resetModules()
  const { TillScreen } = await import('#pwa/pos/till-screen.tsx')
  const { till, replica } = await import('#pwa/pos/till.ts')
  const { carts } = await import('#pwa/pos/cart/kept-carts.ts')
  await act(async () => {
    render(
      <MemoryRouter>
        <TillScreen />
      </MemoryRouter>,
    )
  })
  return { till, replica, carts }
}

/** Sets up a new device under the name that its form holds. */
export const setUp = async () => void fireEvent.click(await screen.findByRole('button', { name: 'Set up' }))

/** Loads the page and waits until the till can sell; a new device is set up first. */
export async function openEnrolledTill() {
  const page = await loadPage()
  const next = await screen.findByRole('button', { name: /^(Set up|Add Slim jeans)$/ })
  if (next.textContent === 'Set up') await setUp()
  await screen.findByRole('button', { name: 'Add Slim jeans' })
  return page
}

export const row = (name: string) => screen.getByRole('listitem', { name })
export const cart = () => screen.getByRole('region', { name: 'Cart' })
export const addScarf = () => fireEvent.click(screen.getByRole('button', { name: 'Add Linen scarf' }))
/** Shows the payment in place of the cart's items. */
export const openPayment = () => fireEvent.click(within(cart()).getByRole('button', { name: /^Payment: / }))
export const checkOut = () => fireEvent.click(within(cart()).getByRole('button', { name: /Checkout/ }))

/** Types like a scanner, with its own times: on a busy machine its keys still count as a scan. */
export function scan(code: string) {
  const begun = Date.now()
  for (const [at, key] of [...code, 'Enter'].entries()) {
    const target = document.activeElement ?? document.body
    fireEvent(
      target,
      Object.defineProperty(createEvent.keyDown(target, { key }), 'timeStamp', { value: begun + at * 8 }),
    )
  }
}
