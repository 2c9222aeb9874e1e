import { isPassword } from '#api/auth/passwords.ts'
import { select } from '#api/db/database.ts'

export const DEMO_PASSWORD = 'Demo-1234'

/** The demo shop's people and their roles. */
export const DEMO_PEOPLE = [
  ['Efua Asante', 'owner@shop.test', '+233244111001', 'SUPER_ADMINISTRATOR'],
  ['Kwame Boateng', 'admin@shop.test', '+233204111002', 'ADMINISTRATOR'],
  ['Abena Owusu', 'manager@shop.test', '+233554111003', 'MANAGER'],
  ['Yaa Darko', 'customer@shop.test', '+233264111004', 'CUSTOMER'],
] as const

/** Demo users who can still sign in with the published password. */
export async function openDemoLogins(): Promise<string[]> {
  const people = await select<{ email: string; password_hash: string }>(
    "SELECT email, password_hash FROM users WHERE email IN (:emails) AND status_code = 'ACTIVE'",
    { emails: DEMO_PEOPLE.map(([, email]) => email) },
  )
  const found = await Promise.all(
    people.map(async ({ email, password_hash }) => ((await isPassword(password_hash, DEMO_PASSWORD)) ? [email] : [])),
  )
  return found.flat().sort()
}
