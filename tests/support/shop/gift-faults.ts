import { expect } from 'vitest'
import { execute, inTransaction, insertRow, selectOne } from '#api/db/database.ts'
import { BY_PROVIDER, voidCard } from '#api/gift-cards/change-card.ts'
import { sell } from '#api/payments/gifts/pay-purchase.ts'
import { storePurchase } from '#api/payments/gifts/purchases.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { aGiftCard, aGiftOrder, aHold, anOrderByCard, bookSale } from '#tests/support/shop/gift-cards.ts'
import { aVariation } from '#tests/support/server/shop.ts'

const balancesFollow = () =>
  execute(
    'UPDATE accounts a SET balance = (SELECT COALESCE(SUM(amount), 0) FROM transactions t WHERE t.account_code = a.code)',
  )
/** Lets each balance be the sum of its entries again, and the shop owe what is on the cards. */
async function theRestFollows(): Promise<void> {
  await execute(
    'UPDATE stored_values v SET balance = (SELECT SUM(amount) FROM stored_value_entries e WHERE e.stored_value_id = v.id)',
  )
  await execute(
    `UPDATE transactions SET amount = -(SELECT SUM(balance) FROM stored_values)
      - (SELECT s.amount FROM (SELECT SUM(amount) AS amount FROM transactions
        WHERE account_code = 'GIFT_CARDS' AND type_code = 'SALE') s)
      WHERE account_code = 'GIFT_CARDS' AND type_code = 'MANUAL'`,
  )
  await balancesFollow()
}

/** A card of 50 cedis from the website, whose money waits to go back. */
async function aPaidBack(): Promise<{ gift_purchase_id: number; stored_value_id: number }> {
  const { id: gift_purchase_id } = await storePurchase(aGiftOrder())
  await inTransaction(() => sell(gift_purchase_id, { id: String(gift_purchase_id) }))
  const { stored_value_id } = (await selectOne<{ stored_value_id: number }>(
    'SELECT stored_value_id FROM gift_purchases WHERE id = ?',
    [gift_purchase_id],
  ))!
  await voidCard(stored_value_id, { note: 'Asked for', user_id: 7, account_code: BY_PROVIDER })
  return { gift_purchase_id, stored_value_id }
}

/** One fault for each rule about gift cards. */
export const GIFT_FAULTS = {
  'a gift card whose balance is not the sum of its entries, or below nothing': async () => {
    await aGiftCard()
    await execute('UPDATE stored_value_entries SET amount = 51')
  },
  'a gift card that holds otherwise than its orders, or more than it has': async () => {
    await aGiftCard()
    await execute('UPDATE stored_values SET held = 1')
  },
  'an account of gift cards that is not what is on them': async () => {
    await aGiftCard()
    await execute('UPDATE stored_value_entries SET amount = 51')
    await execute('UPDATE stored_values SET balance = 51')
  },
  'an order that a gift card pays otherwise than it says': async () => {
    await anOrderByCard(await aVariation(), 20)
    await execute('UPDATE orders SET gift = 0')
    await execute("UPDATE transactions SET account_code = 'BANK' WHERE account_code = 'GIFT_CARDS' AND amount > 0")
    await execute("UPDATE transactions SET amount = -10 WHERE account_code = 'GIFT_CARDS'")
    await balancesFollow()
  },
  'a sale at the till that took otherwise from a gift card than was held for it': async () => {
    const { id, code } = await aGiftCard()
    const sale = aSale({ lines: [{ product_variation_id: await aVariation(), quantity: 1, price: 10 }], gift: 10 })
    await aHold(sale.id, code)
    await bookSale(sale)
    expect(await selectOne('SELECT balance FROM stored_values WHERE id = ?', [id])).toEqual({ balance: 40 })
    await execute('UPDATE till_holds SET amount = 9')
  },
  'an order whose entries do not take what its gift card paid': async () => {
    await anOrderByCard(await aVariation(), 20)
    await execute("UPDATE transactions SET account_code = 'BANK' WHERE account_code = 'GIFT_CARDS' AND amount > 0")
    await execute("UPDATE transactions SET amount = -10 WHERE account_code = 'GIFT_CARDS'")
    await balancesFollow()
  },
  'a gift card of the website that is not what was paid for it': async () => {
    const { id } = await aGiftCard()
    await insertRow('gift_purchases', {
      token_hash: Buffer.alloc(32),
      amount: 60,
      status_code: 'PAID',
      provider_transaction_id: '1',
      stored_value_id: id,
    })
  },
  'a gift card of which more goes back by the provider than was paid': async () => {
    const { gift_purchase_id } = await aPaidBack()
    await execute('UPDATE gift_refunds SET amount = 5001 WHERE gift_purchase_id = ?', [gift_purchase_id])
  },
  'a gift card that is paid back and still good': async () => {
    const { stored_value_id } = await aPaidBack()
    await execute("UPDATE stored_values SET status_code = 'ACTIVE' WHERE id = ?", [stored_value_id])
  },
  "a provider's refund of a gift card entered otherwise than it went": async () => {
    await aPaidBack()
    await execute('UPDATE gift_refunds SET booked = 1')
  },
  'a gift card that got back more than it gave': async () => {
    const order_id = await anOrderByCard(await aVariation(), 20)
    await execute("UPDATE stored_value_entries SET amount = -amount, reason = 'RETURN' WHERE order_id = ?", [order_id])
    await theRestFollows()
  },
  'a refund that went to a gift card otherwise than it says': async () => {
    const order_id = await anOrderByCard(await aVariation(), 20)
    const refund_id = await insertRow('refunds', {
      order_id,
      action: 'REFUND',
      reason: 'OTHER',
      status_code: 'APPROVED',
      money_status: 'DONE',
      amount: 1,
      to_card: 1,
    })
    await execute('UPDATE orders SET refunded = 1 WHERE id = ?', [order_id])
    await insertRow('transactions', { account_code: 'BANK', type_code: 'REFUND', order_id, refund_id, amount: -1 })
    await balancesFollow()
  },
}
