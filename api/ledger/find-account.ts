import { selectOne } from '#api/db/database.ts'

interface Account {
  code: string
  name: string
  at_till: number
}

/**
 * The account with exactly this code: the database equates CÁSH and cash with CASH, and money would miss the drawer's
 * count.
 */
export async function findAccount(code: string): Promise<Account | null> {
  const account = await selectOne<Account>('SELECT code, name, at_till FROM accounts WHERE code = ?', [code])
  return account?.code === code ? account : null
}
