import { recordChange } from '#api/audit/record-change.ts'
import { inTransaction, insertRow, selectOne } from '#api/db/database.ts'
import { forbidden, invalid, secondPerson } from '#api/errors.ts'
import { findCard } from '#api/gift-cards/list-cards.ts'
import { drawerOf } from '#api/ledger/drawer.ts'
import { findAccount } from '#api/ledger/find-account.ts'
import { reaches } from '#api/shop/limits.ts'
import { valueOf } from '#api/shop/settings.ts'
import { hashOfCode, newGiftCode } from '#api/stored-value/codes.ts'
import { enterBoth, owedMore, setExpiry } from '#api/stored-value/owe.ts'
import { changeValue } from '#api/stored-value/stored-values.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'
import { formatGiftCode } from '#sync/protocol/shop/gift-card.ts'
import type { GiftCard } from '#sync/protocol/staff/gift-card.ts'

export interface Issued {
  gift_card: GiftCard
  /** Shown once: the shop keeps only its hash. */
  code: string
}
type Wish = BodyOf<'POST /api/staff/gift-cards'> & { user_id: number; clearance: number }

/**
 * Sells a gift card at the counter, or gives one away. It is not a sale: the shop owes its amount from now on.
 * @throws 403 if somebody below management gives one away, 409 second_person for too much given away, 422
 */
export const issueCard = ({ amount, account_code, till_id, note, user_id, clearance }: Wish): Promise<Issued> =>
  inTransaction(async () => {
    await refuseAmount(amount)
    const till = account_code === null ? null : await drawerOf(till_id)
    if (account_code === null) {
      if (clearance < MANAGEMENT) throw forbidden('Only administrators can issue a gift card free of charge.')
      await refuseTooMuchAlone(user_id, amount)
    } else if (!(await findAccount(account_code))?.at_till)
      throw invalid({ account_code: ['You cannot book money into this account by hand.'] })
    const code = newGiftCode()
    const id = await insertRow('stored_values', {
      code_hash: hashOfCode(code),
      code_end: code.slice(-4),
      note: note ?? null,
    })
    await setExpiry(id)
    await changeValue({ stored_value_id: id, reason: 'ISSUE', amount, user_id })
    await recordChange({
      subject: 'gift_card',
      subject_id: id,
      action: account_code === null ? 'give' : 'sell',
      became: { amount, code_end: code.slice(-4), ...(account_code && { account_code }) },
    })
    const description = `Gift card ${id} ${account_code === null ? 'given away' : 'sold'}`
    await enterBoth(owedMore(amount, { description, user_id }), account_code, till?.id ?? null)
    return { gift_card: await findCard(id), code: formatGiftCode(code) }
  })

async function refuseAmount(amount: number): Promise<void> {
  const [least, most] = await Promise.all([boundOf('gift_card_least'), boundOf('gift_card_most')])
  if (amount < least || amount > most)
    throw invalid({ amount: [`Enter an amount from ${formatCedis(least)} to ${formatCedis(most)}.`] })
}

const boundOf = async (name: 'gift_card_least' | 'gift_card_most') => numberOf(name, await valueOf(name)) ?? 0

/**
 * What one person puts on cards without money for it, within a day, counts together: from the limit on somebody else
 * must do it.
 * @throws 409 second_person
 */
export async function refuseTooMuchAlone(user_id: number, amount: number): Promise<void> {
  // Two requests of one person wait for each other here.
  await selectOne('SELECT id FROM users WHERE id = ? FOR UPDATE', [user_id])
  const { given } = (await selectOne<{ given: number }>(
    `SELECT COALESCE(SUM(c.amount), 0) AS given FROM (
      SELECT CAST(JSON_VALUE(became, '$.amount') AS DECIMAL(12,2)) AS amount FROM staff_changes
      WHERE subject = 'gift_card' AND action IN ('give', 'adjust') AND user_id = ?
        AND created_at > NOW(3) - INTERVAL 1 DAY) c WHERE c.amount > 0`,
    [user_id],
  ))!
  if (await reaches('two_person_limit', sumCedis([given, amount])))
    throw secondPerson('You have reached today’s limit for gift cards. Someone else must do this.')
}
