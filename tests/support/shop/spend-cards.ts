import { db } from '#api/db/database.ts'
import { applyCard } from '#tests/support/shop/gift-cards.ts'

/*
 * A process beside the test's own that lets a gift card pay orders, all at once: CARD, and ORDERS with commas. Prints
 * how many it paid or paid a part of.
 */
const { CARD, ORDERS = '' } = process.env
const done = await Promise.allSettled(ORDERS.split(',').map(id => applyCard(Number(id), Number(CARD))))
console.log(done.filter(({ status }) => status === 'fulfilled').length)
await db.close()
