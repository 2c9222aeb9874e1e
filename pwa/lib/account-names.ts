import { accountNames } from './account-words.ts'

/** What an account is usually called; else its code in words: TENDER_ZEE_PAY becomes 'Zee pay'. */
export function usualName(code: string): string {
  const words = code
    .replace(/^TENDER_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
  return accountNames[code] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
