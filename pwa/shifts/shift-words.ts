import type { Denomination } from '#sync/protocol/shifts/denominations.ts'

/** The report of a till's shift, on paper, at the till and in the back office. */

export const xReport = 'X report'
export const zReport = 'Z report'
export const till = 'Till'
export const opened = 'Opened'
export const openedBy = 'Opened by'
export const closed = 'Closed'
export const closedBy = 'Closed by'
export const asOf = 'As of'
export const revision = 'Revision'

export const float = 'Float'
export const paidIn = 'Paid in'
export const paidOut = 'Paid out'
export const desk = 'Booked in the back office'
export const noSales = 'Drawer opened without a sale'
export const times = (count: number) => (count === 1 ? 'once' : `${count} times`)
export const sales = 'Sales'
export const subtotal = 'Subtotal'
export const discounts = 'Discounts'
export const total = 'Total'
export const voids = 'Voids'
export const voided = 'Voided'
export const afterVoids = 'Total after voids'
export const voidOf = (number: string, time: string) => `Void of ${number}, ${time}`
export const voidBy = (number: string, teller: string) => `${number}: ${teller}`
export const aCashier = 'A cashier'
export const average = 'Average sale'
export const firstReceipt = 'First receipt'
export const lastReceipt = 'Last receipt'
export const expected = 'Expected'
export const counted = 'Counted'
export const difference = 'Difference'
export const taken = 'Takings'
export const notCounted = 'Not counted'
export const note = 'Note'
export const missing = 'Not arrived yet'
export const entries = (count: number) => (count === 1 ? '1 entry of this till' : `${count} entries of this till`)
export const salesWorth = (sales: number, worth: string) => `${sales === 1 ? '1 sale' : `${sales} sales`} · ${worth}`
export const none = 'None'
export const pageOf = (title: string, page: number, pages: number) => `${title} · page ${page} of ${pages}`

export const pieces: Record<Denomination, string> = {
  note_200: 'GH₵ 200 notes',
  note_100: 'GH₵ 100 notes',
  note_50: 'GH₵ 50 notes',
  note_20: 'GH₵ 20 notes',
  note_10: 'GH₵ 10 notes',
  note_5: 'GH₵ 5 notes',
  note_2: 'GH₵ 2 notes',
  note_1: 'GH₵ 1 notes',
  coin_200p: 'GH₵ 2 coins',
  coin_100p: 'GH₵ 1 coins',
  coin_50p: '50p coins',
  coin_20p: '20p coins',
  coin_10p: '10p coins',
  coin_5p: '5p coins',
  coin_1p: '1p coins',
}
