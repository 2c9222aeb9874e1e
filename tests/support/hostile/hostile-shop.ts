import sharp from 'sharp'
import { sql } from '#tests/support/people/books.ts'
import { HOSTILE_WORDS, hostileSql, hostileTexts } from '#tests/support/hostile/hostile-words.ts'
import type { Shop } from '#tests/support/server/server.ts'

/** Every column that stores people's words unchanged, and its maximum length. */
const WORDS: readonly (readonly [table: string, most: number, ...columns: string[]])[] = [
  ['users', 120, 'name'],
  ['sessions', 120, 'device_name'],
  ['addresses', 60, 'first_name', 'last_name'],
  ['addresses', 500, 'address'],
  ['categories', 120, 'name', 'icon_name', 'banner_name'],
  ['categories', 500, 'description'],
  ['sizes', 60, 'name'],
  ['colours', 60, 'name'],
  ['product_images', 255, 'alt'],
  ['countries', 120, 'name'],
  ['regions', 120, 'name'],
  ['delivery_zones', 120, 'name'],
  ['delivery_zones', 500, 'locations'],
  ['coupons', 120, 'name'],
  ['coupons', 500, 'description'],
  ['accounts', 60, 'name'],
  ['tills', 60, 'name'],
  ['orders', 120, 'customer_name', 'reference'],
  ['orders', 30, 'customer_phone'],
  ['orders', 255, 'cancel_reason'],
  ['orders', 500, 'shipping_additional_details'],
  ['orders', 1000, 'staff_note'],
  ['orders', 60, 'rider_name'],
  ['order_events', 255, 'detail'],
  ['exceptions', 255, 'detail'],
  ['refunds', 500, 'note', 'decision_note'],
  ['reviews', 60, 'name'],
  ['reviews', 500, 'reason'],
  ['reviews', 1000, 'reply'],
  ['reviews', 2000, 'text'],
  ['transactions', 255, 'description'],
  ['payment_attempts', 255, 'reason'],
]

const SETTINGS = [
  'shop_tagline',
  'shop_address',
  'shop_whatsapp',
  'receipt_note',
  'seller_legal_name',
  'seller_legal_status',
  'seller_registration_number',
  'terms_prices',
  'terms_payment',
  'terms_security',
  'terms_delivery_time',
  'terms_delivery_fee',
  'terms_pick_up',
  'terms_pick_up_directions',
  'terms_returns',
  'terms_service',
]

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const all = HOSTILE_WORDS.join(' ')

/**
 * Puts hostile words wherever words are stored: goods through the staff's own routes, so that lists and search include
 * them.
 */
export async function makeHostile(shop: Shop): Promise<void> {
  const statements = WORDS.flatMap(([table, most, ...columns]) =>
    columns.map(
      (column, i) =>
        `UPDATE ${table}
          SET ${column} = ${hostileSql(most, `${table === 'sessions' ? 'UNIX_TIMESTAMP(created_at)' : 'id'} * 7 + ${i * 11}`)}`,
    ),
  )
  statements.push(
    `UPDATE orders SET shipping_address = JSON_SET(shipping_address, '$.first_name', ${hostileSql(60, 'id * 3')},
      '$.last_name', ${hostileSql(60, 'id * 5')}, '$.address', ${quoted(hostileTexts(500)[0]!)})
      WHERE shipping_address IS NOT NULL`,
    `UPDATE settings SET value = ${quoted(all)} WHERE name IN (${SETTINGS.map(quoted).join()})`,
    `INSERT INTO search_words (word, means) VALUES (${hostileSql(60, '16')}, ${hostileSql(300, '3')})`,
    setting('shop_name', '</title><script>ran("shop")</script>'),
    setting('announcements', HOSTILE_WORDS.join('\n')),
    setting('hero', `${HOSTILE_WORDS[1]} | ${HOSTILE_WORDS[16]}`),
    setting(
      'promos',
      `${HOSTILE_WORDS[17]} | ${HOSTILE_WORDS[2]} | javascript:ran("promo")\n${HOSTILE_WORDS[46]} | ${HOSTILE_WORDS[26]} | //evil.test`,
    ),
    setting('shop_hours', `${HOSTILE_WORDS[16]}: ${HOSTILE_WORDS[0]}`),
    setting('shop_phones', 'javascript:ran("phone")'),
  )
  for (const statement of statements) await sql(shop, statement)

  const { token } = await ask<{ token: string }>(shop, 'POST /api/login', {
    body: { email: 'owner@shop.test', password: 'Demo-1234' },
  })
  const products = await sql<{ id: number }>(
    shop,
    `SELECT id FROM products WHERE status_code = 'LIVE' AND deleted_at IS NULL ORDER BY id
      LIMIT ${HOSTILE_WORDS.length}`,
  )
  const change = ({ id }: { id: number }, i: number) =>
    ask(shop, `PATCH /api/staff/products/${id}`, {
      token,
      body: {
        name: HOSTILE_WORDS[i],
        description: i < 2 ? all : HOSTILE_WORDS[(i + 9) % HOSTILE_WORDS.length],
        features: HOSTILE_WORDS.slice((i % 2) * 32, (i % 2) * 32 + 32),
      },
    })
  for (let first = 0; first < products.length; first += 4)
    await Promise.all(products.slice(first, first + 4).map((product, i) => change(product, first + i)))
  await workInTheBack(shop, token, products[0]!.id)
}

/** The words of staff while they count, receive and import, and the names of their files. */
async function workInTheBack(shop: Shop, token: string, product_id: number): Promise<void> {
  const [piece] = await sql<{ id: number }>(
    shop,
    `SELECT MIN(id) AS id FROM product_variations WHERE product_id = ${product_id}`,
  )
  await ask(shop, 'POST /api/staff/stock/counts', {
    token,
    body: { name: HOSTILE_WORDS[16], product_ids: [product_id] },
  })
  await ask(shop, 'POST /api/staff/stock/receipts', {
    token,
    body: {
      supplier: HOSTILE_WORDS[17],
      note: hostileTexts(500)[0],
      lines: [{ variation_id: piece!.id, quantity: 1, unit_cost: 4.5 }],
    },
  })
  await ask(shop, 'POST /api/staff/cash-counts', {
    token,
    body: { account_code: 'CASH', counted: 10, remains: 5, note: hostileTexts(255)[0] },
  })
  const file =
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\n"<svg onload=ran(1)>","<svg onload=ran(2)>",Size,"<svg onload=ran(3)>","<svg onload=ran(4)>",a lot\n'
  await ask(shop, 'POST /api/staff/imports', {
    token,
    body: formOf('file', new File([file], `${HOSTILE_WORDS[1]}.csv`, { type: 'text/csv' })),
  })
  const picture = await sharp({ create: { width: 40, height: 50, channels: 3, background: '#23407f' } })
    .jpeg()
    .toBuffer()
  await ask(shop, `POST /api/staff/products/${product_id}/images`, {
    token,
    body: formOf('images[0]', new File([new Uint8Array(picture)], `${HOSTILE_WORDS[16]}.jpg`, { type: 'image/jpeg' })),
  })
}

function formOf(name: string, file: File): FormData {
  const form = new FormData()
  form.set(name, file)
  return form
}

const setting = (name: string, value: string) =>
  `REPLACE INTO settings (name, value) VALUES (${quoted(name)}, ${quoted(value)})`

/** One request, such as 'POST /api/guest'. @throws if the shop refuses */
export async function ask<Answer>(
  shop: Pick<Shop, 'url'>,
  what: string,
  { body, token = '' }: { body: object; token?: string },
): Promise<Answer> {
  const [method, path] = what.split(' ') as [string, string]
  const isForm = body instanceof FormData
  const headers = {
    ...(!isForm && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const reply = await fetch(shop.url + path, { method, headers, body: isForm ? body : JSON.stringify(body) })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${what}: ${reply.status} ${text}`)
  return JSON.parse(text) as Answer
}
