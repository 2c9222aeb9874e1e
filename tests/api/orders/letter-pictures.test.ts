import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { tellAlerts } from '#api/alerts/tell-alerts.ts'
import { execute, inTransaction, insertRow } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { orderCompleted, orderReady } from '#api/mail/order-letters.ts'
import { sendMails } from '#api/mail/send-mails.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import { approveRefund, refuseRefund } from '#api/refunds/decide-refund.ts'
import { keepPicture } from '#api/uploads/keep-picture.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { partOf } from '#tests/support/people/letters.ts'
import { openShop } from '#tests/support/server/shop.ts'
import { putOnShelf } from '#tests/support/shop/alerts.ts'
import { aCompletedOrder, aRefundOf } from '#tests/support/shop/returns.ts'
import { aGuestOwner, aPaidOrderOf } from '#tests/support/shop/website-orders.ts'

const LETTERS = join(env.dataDir, 'mail')
const INDIGO = '1F2A44'
const BLACK = '101010'

beforeEach(async () => {
  await openShop()
  rmSync(LETTERS, { recursive: true, force: true })
})

/** A stored picture of one colour, or of noise, which JPEG packs worst. */
async function kept(colour: string | null): Promise<string> {
  const path = join(env.dataDir, `drawn-${colour ?? 'noise'}.png`)
  const size = { width: 400, height: 500, channels: 3 as const }
  const picture = colour
    ? sharp({ create: { ...size, background: `#${colour}` } })
    : sharp(randomBytes(400 * 500 * 3), { raw: size })
  await writeFile(path, await picture.png().toBuffer())
  return (await keepPicture(path, 'images')).name
}

async function jeans(): Promise<{ id: number; variations: number[] }> {
  return aProduct({
    name: 'Slim jeans',
    pieces: [
      { size: 'UK10', colour: INDIGO },
      { size: 'UK10', colour: BLACK },
    ],
    images: [
      { name: await kept(INDIGO), colour_code: INDIGO },
      { name: await kept(BLACK), colour_code: BLACK },
    ],
  })
}

/** The letters' files, in order. */
async function letters(): Promise<string[]> {
  await sendMails()
  return readdirSync(LETTERS)
    .sort()
    .map(name => readFileSync(join(LETTERS, name), 'utf8'))
}

/** The attached pictures by content id. */
const attachedTo = (letter: string): Map<string, Buffer> =>
  new Map(
    letter
      .split(/\r\n--[^\r\n]+/)
      .filter(part => /^Content-Type: image\/jpeg/im.test(part))
      .map(part => {
        const [head = '', body = ''] = part.trim().split('\r\n\r\n')
        return [/^Content-Id: <(.+)>/im.exec(head)![1]!, Buffer.from(body, 'base64')]
      }),
  )

/** The colours of the pictures that the page shows, in the page's order. */
async function coloursIn(letter: string): Promise<string[]> {
  const attached = attachedTo(letter)
  const shown = [...partOf(letter, 'text/html').matchAll(/src="cid:([^"]+)"/g)].map(([, id]) => attached.get(id!)!)
  return Promise.all(
    shown.map(async picture => {
      const { channels } = await sharp(picture).stats()
      return channels.map(({ mean }) => Math.round(mean / 16)).join(' ')
    }),
  )
}
const SHOWS_INDIGO = '2 3 4'
const SHOWS_BLACK = '1 1 1'

test('shows each line in its own colour when an order is paid, ready and complete', async () => {
  const { variations } = await jeans()
  const order = await aPaidOrderOf({ [variations[1]!]: 1, [variations[0]!]: 2 }, await aGuestOwner())
  await inTransaction(() => writeToCustomer(order.id, 'ready', orderReady))
  await inTransaction(() => writeToCustomer(order.id, 'completed', orderCompleted))
  const sent = await letters()
  expect(sent).toHaveLength(3)
  const inOrder = order.items.map(({ product_variation_id: id }) => (id === variations[1] ? SHOWS_BLACK : SHOWS_INDIGO))
  for (const letter of sent) {
    expect(await coloursIn(letter)).toEqual(inOrder)
    expect(partOf(letter, 'text/html')).toContain('alt="Slim jeans"')
    expect(partOf(letter, 'text/plain')).toMatch(/1 × UK 10 Colour 101010/)
    expect(partOf(letter, 'text/plain')).not.toMatch(/cid:|(\r?\n){3}/)
  }
})

test('shows what goes back in its own colour when a return is approved or refused', async () => {
  const { variations } = await jeans()
  const goods = { [variations[1]!]: 2 }
  const order = await aCompletedOrder(goods, { owner: await aGuestOwner() })
  await approveRefund(await aRefundOf(order), { user_id: 7 })
  await refuseRefund(await aRefundOf(order), { user_id: 7, note: 'It was washed.' })
  const sent = (await letters()).filter(letter => /your return of order/.test(letter))
  expect(sent).toHaveLength(2)
  for (const letter of sent) {
    expect(await coloursIn(letter)).toEqual([SHOWS_BLACK])
    expect(partOf(letter, 'text/plain')).toMatch(/1 × Slim jeans, UK 10, Colour 101010\r?\n\r?\n/)
  }
})

test('attaches a picture once when two lines show it, and in 8 KB at most', async () => {
  const { variations } = await aProduct({ pieces: [{ size: 'UK10' }, { size: 'UK12' }], images: [await kept(null)] })
  await aPaidOrderOf({ [variations[0]!]: 1, [variations[1]!]: 1 }, await aGuestOwner())
  const [letter = ''] = await letters()
  expect([...partOf(letter, 'text/html').matchAll(/src="cid:/g)]).toHaveLength(2)
  const [picture, ...others] = attachedTo(letter).values()
  expect(others).toEqual([])
  expect(picture!.length).toBeLessThanOrEqual(8_192)
  expect(await sharp(picture!).metadata()).toMatchObject({ format: 'jpeg', width: 128, height: 160 })
})

test('arrives without a picture when its file is gone', async () => {
  const { variations } = await aProduct({ name: 'Slim jeans', images: ['0123456789abcdef', '../../../secret'] })
  await aPaidOrderOf({ [variations[0]!]: 1 }, await aGuestOwner())
  const [letter = ''] = await letters()
  expect([partOf(letter, 'text/html').includes('<img'), attachedTo(letter).size]).toEqual([false, 0])
  expect(partOf(letter, 'text/plain')).toContain('Slim jeans')
})

test('shows the variant that is back, and the product that costs less', async () => {
  const { id, variations } = await jeans()
  await putOnShelf(variations[1]!, 0)
  const contact_id = await insertRow('alert_contacts', {
    email: 'ama@mail.test',
    address_hash: 'a'.repeat(43),
    token: 'a'.repeat(43),
  })
  for (const [kind, subject_id] of [
    ['STOCK', variations[1]!],
    ['PRICE', id],
  ] as const)
    await insertRow('alerts', {
      contact_id,
      kind,
      subject_id,
      price: kind === 'PRICE' ? 100 : null,
      owner_key: 'u7',
      confirm_token: kind.padEnd(43, '0'),
    })
  await execute('UPDATE alerts SET confirmed_at = NOW(3)')
  await putOnShelf(variations[1]!, 3)
  await execute('UPDATE products SET retail_price = 80 WHERE id = ?', [id])
  expect(await tellAlerts()).toBe(2)
  const shown = new Map<string, string[]>()
  for (const letter of await letters()) shown.set(/^Subject: (.*)\r$/m.exec(letter)![1]!, await coloursIn(letter))
  expect([...shown.values()].sort()).toEqual([[SHOWS_BLACK], [SHOWS_INDIGO]])
})
