import { formatCedis, formatCount, formatDate, formatDay } from '#pwa/lib/format.ts'
import { tenderName } from '#pwa/pos/tender.ts'
import type { StaffChange } from '#sync/protocol/desk.ts'

/** One member of a row, before and after, in words. */
export interface ChangedField { name: string; was: string; became: string }

const NOTHING = '–'
const LONGEST = 160
const MONEY = /(^|_)(price|cost|amount|total|subtotal|discount|fee|balance|counted|remains|cash|money)$/
/** Whose values are codes in capitals. */
const STATE = /(status|status_code|disposition|type_code|role_code)$/
const MOMENT = /^\d{4}-\d\d-\d\dT/
const DAY = /^\d{4}-\d\d-\d\d$/

/** What differs, in the words of the shop: cedis, days, Yes and No; a long text shows its beginning. */
export const fieldsOf = ({ was, became }: Pick<StaffChange, 'was' | 'became'>): ChangedField[] =>
  [...new Set([...Object.keys(was ?? {}), ...Object.keys(became ?? {})])].map(name => ({
    name: capital(name.replace(/_code$/, '').replaceAll('_', ' ')), was: shorten(wordsFor(name, was?.[name])), became: shorten(wordsFor(name, became?.[name])),
  }))

function wordsFor(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return MONEY.test(name) ? formatCedis(value) : formatCount(value)
  if (name === 'account_code') return tenderName(String(value))
  if (typeof value === 'string' && STATE.test(name)) return capital(value.toLowerCase().replaceAll('_', ' '))
  if (typeof value === 'string') return MOMENT.test(value) ? formatDate(value) : DAY.test(value) ? formatDay(value) : value
  if (Array.isArray(value)) return value.map(each => wordsFor(name, each)).join('; ') || NOTHING
  return Object.entries(value).map(([key, each]) => `${key.replaceAll('_', ' ')} ${wordsFor(key, each)}`).join(', ') || NOTHING
}

const shorten = (text: string) => text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text

const DONE: Record<string, string> = {
  add: 'Added', change: 'Changed', delete: 'Deleted', import: 'Imported', count: 'Counted', close: 'Closed', book: 'Booked', discard: 'Discarded', record: 'Recorded', open: 'Opened',
  approve: 'Approved', refuse: 'Refused', resolve: 'Resolved', complete: 'Completed', step: 'Moved on', note: 'Noted', invite: 'Invited', receive: 'Received', apply: 'Applied', check: 'Checked', pay: 'Paid',
  agree: 'Agreed with a rider', 'change in bulk': 'Changed in bulk', 'take back a change in bulk': 'Took back a change in bulk', 'add variations': 'Added variations',
  'adjust stock': 'Adjusted the stock', 'fetch picture again': 'Had a picture fetched again', 'give barcodes': 'Gave barcodes', 'set reorder levels': 'Set reorder levels', 'call off': 'Called off', 'end sessions': 'Signed out everywhere',
}

/** 'Changed', 'Added variations'. */
export const deedOf = (action: string) => DONE[action] ?? capital(action)

/** Where a subject's rows have a screen of their own. */
const PLACES: Record<string, string> = {
  ...Object.fromEntries(Object.entries({
    product: 'products', order: 'orders', refund: 'refunds', user: 'users', category: 'categories', colour: 'colours', size: 'sizes', country: 'countries', region: 'regions',
    delivery_zone: 'delivery-zones', coupon: 'coupons', setting: 'settings', cash_count: 'cash-counts', import: 'imports', till: 'tills',
  }).map(([subject, place]) => [subject, `${place}/:id/view`])),
  stock_receipt: 'stock/receive/:id', stock_count: 'stock/counts/:id', variation: 'stock/:id/movements',
}

export const SUBJECTS: readonly string[] = [...Object.keys(PLACES), 'transaction', 'period', 'exception'].sort()

/** 'Product', 'Delivery zone'. */
export const subjectName = (subject: string) => capital(subject.replaceAll('_', ' '))

/** Where the row is to be seen; null where it has no screen. */
export function placeOf({ subject, subject_id }: Pick<StaffChange, 'subject' | 'subject_id'>): string | null {
  const place = PLACES[subject]
  return place && subject_id !== null ? `/staff/${place.replace(':id', String(subject_id))}` : null
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
