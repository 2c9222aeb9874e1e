import { openSession } from '#api/auth/sessions.ts'
import { addToCart } from '#api/carts/change-cart.ts'
import { execute, inTransaction, select, sqlTime } from '#api/db/database.ts'
import type { Owner } from '#api/http/owner.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { agreeWithRider, noteOnOrder } from '#api/orders/note-on-order.ts'
import { placeOrder } from '#api/orders/place-order.ts'
import { cancelOrder } from '#api/orders/settle-order.ts'
import { stepOrder } from '#api/orders/step-order.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { OrderStatus } from '#sync/protocol/shop/order.ts'

const HOUR_MS = 60 * 60_000
const GUESTS = [
  ['Akosua', 'Frimpong', '+233244555101'],
  ['Kojo', 'Antwi', '+233208555102'],
  ['Esi', 'Quaye', '+233557555103'],
  ['Nii', 'Lartey', '+233264555104'],
] as const
const PLACES = [
  ['GH-AA', 'ACCRA-CENTRAL', 'Ring Road, the yellow gate behind the pharmacy'],
  ['GH-AH', 'KUMASI-CENTRAL', 'Adum, second floor over the bookshop'],
  ['GH-CP', 'CAPE-COAST', 'UCC, Valco Hall, porters’ lodge'],
  ['GH-WP', 'TAKORADI', 'Market Circle, ask for the tailor'],
] as const

/**
 * `customer`: the demo's customer, else a guest. `ago`: hours since the order. `rider`: who delivers it in Greater
 * Accra.
 */
interface Story {
  status: OrderStatus
  customer?: true
  ago: number
  by?: 'EXPIRY'
  rider?: { name: string; phone: string; fee: number }
  note?: string
}

/** An order in every status, and before it a month of orders. */
const STORIES: readonly Story[] = [
  ...Array.from({ length: 16 }, (_, n): Story => ({
    status: 'COMPLETED',
    ago: 30 * 24 - n * 36,
    ...(n % 5 === 0 && { customer: true }),
  })),
  { status: 'CANCELLED', ago: 50 },
  { status: 'COMPLETED', customer: true, ago: 40 },
  { status: 'READY_TO_SHIP', customer: true, ago: 30 },
  {
    status: 'READY_TO_SHIP',
    ago: 27,
    rider: { name: 'Yaw Ofori', phone: '+233244555190', fee: 35 },
    note: 'Call me from the gate. I pay the rider in cash.',
  },
  { status: 'CANCELLED', ago: 20, by: 'EXPIRY' },
  { status: 'PROCESSING', ago: 6 },
  { status: 'PROCESSING', customer: true, ago: 3 },
  { status: 'UNPAID', ago: 0 },
]
/** These used up the coupon for the first twenty. */
const FIRST = STORIES.filter(({ status }) => status !== 'CANCELLED').slice(0, 20)

/** Places, pays and hands over a month of website orders, as shoppers and staff do. Sends no letters. */
export const seedOrders = (now = Date.now()): Promise<void> =>
  inTransaction(async () => {
    const people = await select<{ id: number; email: string }>(
      "SELECT id, email FROM users WHERE email IN ('customer@shop.test', 'manager@shop.test') ORDER BY email",
    )
    const goods = await select<{ id: number }>(
      "SELECT v.id FROM product_variations v JOIN products p ON p.id = v.product_id WHERE p.status_code = 'LIVE' AND v.on_hand - v.reserved >= 8 ORDER BY v.id",
    )
    const [customer, manager] = people
    if (!customer || !manager || goods.length < STORIES.length) return
    for (const [n, story] of STORIES.entries()) {
      const owner = story.customer ? { user_id: customer.id, session_id: null } : await aGuest()
      for (let i = 0; i <= n % 3; i++)
        await addToCart(owner, {
          product_variation_id: goods[((n * 3 + i) * 61) % goods.length]!.id,
          quantity: 1 + (((n + i) % 4) % 2),
        })
      const { id } = await placeOrder(owner, submissionOf(n, story))
      await live(id, story, manager.id)
      if (story.rider) await agreeWithRider(id, { rider: story.rider, user_id: manager.id })
      if (story.note) await noteOnOrder(id, { staff_note: story.note })
      await moveBack(id, now - story.ago * HOUR_MS, now)
    }
    await execute("DELETE FROM mails WHERE once_key LIKE 'order-%'")
  })

const aGuest = async (): Promise<Owner> => ({ user_id: null, session_id: (await openSession(null, null)).session_id })

function submissionOf(n: number, story: Story): OrderSubmission {
  const { customer } = story
  const [first_name, last_name, phone] = customer ? ['Yaa', 'Darko', '+233264111004'] : GUESTS[n % GUESTS.length]!
  const [shipping_region_code, shipping_delivery_zone_code, shipping_address] =
    PLACES[story.rider ? 0 : n % PLACES.length]!
  return {
    first_name,
    last_name,
    phone,
    email: customer ? 'customer@shop.test' : `${first_name.toLowerCase()}@mail.test`,
    coupon_code: FIRST.includes(story) ? 'FIRST20' : null,
    ...(n % 3 === 0 && !story.rider
      ? { delivery_method_code: 'self_pick_up' }
      : {
          delivery_method_code: 'delivery',
          shipping_country_code: 'GH',
          shipping_region_code,
          shipping_delivery_zone_code,
          shipping_address,
        }),
  }
}

const WAY: readonly OrderStatus[] = ['PROCESSING', 'READY_TO_SHIP', 'COMPLETED']

/** Takes an order as far as its story goes; nobody tried to pay it online. */
async function live(id: number, { status, by }: Story, user_id: number): Promise<void> {
  if (by === 'EXPIRY') return cancelOrder(await lockOrder(id), { by, reason: null, user_id: null })
  const steps: readonly OrderStatus[] = status === 'CANCELLED' ? ['CANCELLED'] : WAY.slice(0, WAY.indexOf(status) + 1)
  for (const status_code of steps) {
    await stepOrder(
      id,
      {
        status_code,
        user_id,
        ...(status_code === 'PROCESSING' && { account_code: id % 2 ? 'MTN_MOBILE_MONEY' : 'BANK' }),
        ...(status_code === 'CANCELLED' && { reason: 'Ordered twice by mistake.' }),
      },
      async () => 'unpaid',
    )
  }
}

/** Moves its events into the past, each step some hours after the one before. */
async function moveBack(id: number, placed: number, now: number): Promise<void> {
  const at = (hours: number) => sqlTime(Math.min(placed + hours * HOUR_MS, now))
  await execute(
    `UPDATE orders SET created_at = :placed, received_at = :placed,
      business_date = DATE(IF(paid_at IS NULL, :placed, :paid)), paid_at = IF(paid_at IS NULL, NULL, :paid),
      completed_at = IF(completed_at IS NULL, NULL, :completed),
    updated_at = :completed WHERE id = :id`,
    { id, placed: at(0), paid: at(0.3), completed: at(26) },
  )
  for (const [codes, hours] of [
    [['PLACED'], 0],
    [['CONFIRMED'], 0.3],
    [['EXPIRED'], 0.5],
    [['CANCELLED'], 2],
    [['READY'], 22],
    [['RIDER'], 23],
    [['COMPLETED'], 26],
  ] as const)
    await execute('UPDATE order_events SET created_at = ? WHERE order_id = ? AND code IN (?)', [at(hours), id, codes])
  await execute('UPDATE transactions SET created_at = :paid, business_date = DATE(:paid) WHERE order_id = :id', {
    paid: at(0.3),
    id,
  })
  // Keeps the unpaid order for longer than half an hour, so that people can look at it.
  await execute("UPDATE orders SET reserved_until = NOW(3) + INTERVAL 7 DAY WHERE id = ? AND status_code = 'UNPAID'", [
    id,
  ])
  await execute(
    "UPDATE stock_movements SET created_at = IF(reason = 'RESERVATION', :placed, :paid) WHERE order_id = :id",
    { id, placed: at(0), paid: at(0.3) },
  )
}
