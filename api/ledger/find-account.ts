import { selectOne } from '#api/db/database.ts'

interface Account {
  code: string
  name: string
  at_till: number
}

/**
 * The account of exactly this code: to the database CÁSH and cash are CASH, and money would be booked beside what
 * counts the drawer.
 */
export async function findAccount(code: string): Promise<Account | null> {
  const account = await selectOne<Account>('SELECT code, name, at_till FROM accounts WHERE code = ?', [code])
  return account?.code === code ? account : null
}
