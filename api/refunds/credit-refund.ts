import { execute, insertRow } from '#api/db/database.ts'
import { conflict } from '#api/errors.ts'
import { storeCreditLetter } from '#api/mail/gift-letters.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import type { LockedRefund } from '#api/refunds/lock-refund.ts'
import { moneyEntry } from '#api/refunds/pay-refund.ts'
import { noteRefund } from '#api/refunds/refund-events.ts'
import { refuseSamePerson } from '#api/refunds/second-person.ts'
import { stepRefund } from '#api/refunds/step-refund.ts'
import { hashOfCode, newGiftCode } from '#api/stored-value/codes.ts'
import { giveBackToCard, owedToCard } from '#api/stored-value/holds.ts'
import { setExpiry } from '#api/stored-value/owe.ts'
import { changeValue, GIFT_CARDS } from '#api/stored-value/stored-values.ts'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { formatGiftCode } from '#sync/protocol/shop/gift-card.ts'

/**
 * Pays an approved refund as store credit, once: a gift card that paid gets its part back first, the rest becomes a new
 * code. Returns the code to hand over; null if the customer has it by email, or all went back to the card.
 * @throws 404, 409 if it is paid, nothing is owed, or another person must pay it
 */
export async function creditRefund(id: number, user_id: number): Promise<string | null> {
  let shown: string | null = null
  await stepRefund(id, { action: 'credit', user_id }, async refund => {
    const { order_id, amount, to_card } = refund
    await refuseSamePerson(refund, amount, user_id)
    const due = sumCedis([amount, -to_card])
    if (due <= 0) throw conflict('There is nothing to refund.')
    const card = to_card === 0 ? await owedToCard(order_id, amount) : null
    await claim(refund)
    if (card) await giveBackToCard(card, { order_id, refund_id: id, user_id })
    const rest = sumCedis([due, -(card?.amount ?? 0)])
    const code = rest > 0 ? await issue(refund, rest, user_id) : null
    shown = code && !(await mailed(refund, code, rest)) ? formatGiftCode(code) : null
    await noteRefund({
      refund_id: id,
      code: 'MONEY_DONE',
      detail: [
        card && `${formatCedis(card.amount)} to the gift card ending in ${card.code_end}`,
        code && `${formatCedis(rest)} as store credit ending in ${code.slice(-4)}`,
      ]
        .filter(Boolean)
        .join(', '),
      user_id,
    })
    return [moneyEntry({ id, order_id, amount: due, account_code: GIFT_CARDS, user_id })]
  })
  return shown
}

/** Only one payment of a refund goes through. */
async function claim({ id, status_code }: LockedRefund): Promise<void> {
  const claimed = await execute(
    `UPDATE refunds SET money_status = 'DONE', account_code = ?, to_card = amount
      WHERE id = ? AND status_code IN ('APPROVED', 'COMPLETED') AND (money_status = 'PENDING'
    OR money_status = 'NEEDS_ATTENTION' AND NOT EXISTS (SELECT 1 FROM payment_refunds p
      WHERE p.refund_id = refunds.id AND p.status_code <> 'FAILED'))`,
    [GIFT_CARDS, id],
  )
  if (claimed === 0)
    throw conflict(status_code === 'REQUESTED' ? 'This is not approved yet.' : 'There is nothing left to pay.')
}

async function issue({ id, order_id }: LockedRefund, amount: number, user_id: number): Promise<string> {
  const code = newGiftCode()
  const stored_value_id = await insertRow('stored_values', {
    kind: 'STORE_CREDIT',
    code_hash: hashOfCode(code),
    code_end: code.slice(-4),
    note: `Return ${id} of order ${order_id}`,
  })
  await setExpiry(stored_value_id)
  await changeValue({ stored_value_id, reason: 'ISSUE', amount, order_id, refund_id: id, user_id })
  return code
}

/** Sends the code to the customer of a website order. False for a sale at the counter. */
async function mailed({ id, order_id }: LockedRefund, code: string, amount: number): Promise<boolean> {
  let isMailed = false
  await writeToCustomer(order_id, `return-${id}-credit`, (order, around) => {
    isMailed = true
    return storeCreditLetter(order, around, { code: formatGiftCode(code), amount })
  })
  return isMailed
}
