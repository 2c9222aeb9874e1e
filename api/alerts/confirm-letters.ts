import type { Contact } from '#api/alerts/contacts.ts'
import { selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { invalid } from '#api/errors.ts'
import { confirmAlertLetter } from '#api/mail/alert-letters.ts'
import { askAddress } from '#api/mail/ask-address.ts'
import { readShop } from '#api/shop/read-shop.ts'

/** Asks the owner of an address whether they want to be told. @throws 422 above the day's limit */
export async function queueConfirmLetter(asked: { contact: Contact; alert_id: number; name: string }): Promise<void> {
  const { contact, alert_id, name } = asked
  const { confirm_token } = (await selectOne<{ confirm_token: string }>(
    'SELECT confirm_token FROM alerts WHERE id = ?',
    [alert_id],
  ))!
  const { name: shop } = await readShop()
  const confirm = `${env.shopUrl}/alerts?confirm=${confirm_token}`
  const letter = confirmAlertLetter({ shop, name, confirm, off: offLinks(contact.token) })
  if (!(await askAddress(contact.email!, letter)))
    throw invalid({
      email: ['We have emailed this address three times today. Open one of those emails, or try again tomorrow.'],
    })
}

/** The page behind "Turn off" in a letter, and the address that mail programs call themselves (RFC 8058). */
export const offLinks = (token: string) => ({
  page: `${env.shopUrl}/alerts?off=${token}`,
  one_click: `${env.shopUrl}/api/alerts/off/${token}`,
})
