import { formatTime, MONTHS } from '#pwa/lib/format.ts'
import type { Difference } from '#sync/protocol/staff/reconciliation.ts'
import type { Suspect } from '#sync/protocol/staff/cash-count.ts'
import type { TransactionType } from '#sync/protocol/staff/ledger.ts'

export const ENTRY_TYPES: Record<TransactionType, string> = { SALE: 'Sale', REFUND: 'Refund', MANUAL: 'By hand' }

export const DIFFERENCE_WORDS: Record<Difference['kind'], string> = {
  UNHEARD: 'The shop had not heard of it, and has asked since',
  OTHER_AMOUNT: 'Another amount',
  NOT_LISTED: 'The provider does not name it',
  REFUND_UNHEARD: 'The provider gave money back that the shop had not ordered: enter it by hand',
  REFUND_OTHER_AMOUNT: 'Another amount was given back',
  REFUND_NOT_LISTED: 'The provider names no such refund',
}

export const SUSPECT_WORDS: Record<Suspect['kind'], string> = {
  SAME: 'This entry comes to just that: was it paid some other way, or entered twice?',
  PAIR: 'These two together come to just that.',
  SWAPPED: 'Two digits of what the customer gave may have changed places.',
  TENFOLD: 'What was typed may have a nought too many or too few.',
  ELSEWHERE: 'This sale on another account comes to just that: was it paid in cash?',
}

/** '2026-10' in words: 'October 2026'. */
export const monthWords = (period: string) => `${MONTHS[Number(period.slice(5)) - 1]} ${period.slice(0, 4)}`

/** '2026-10-04T14' in words: '4 Oct 2026, 2:00 pm'. */
export const hourWords = (hour: string) => `${dayWords(hour.slice(0, 10))}, ${formatTime(`${hour}:00`)}`

/** '2026-10-04' in words that stay on one line: '4 Oct 2026'. */
export const dayWords = (day: string) =>
  `${Number(day.slice(8))}\u00A0${MONTHS[Number(day.slice(5, 7)) - 1]!.slice(0, 3)}\u00A0${day.slice(0, 4)}`
