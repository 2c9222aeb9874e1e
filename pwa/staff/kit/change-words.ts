import { formatCount, formatDate, formatDay } from '#pwa/lib/format.ts'
import { usualName } from '#pwa/lib/account-names.ts'
import type { StaffChange } from '#sync/protocol/staff/desk.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'
import type { Entity } from '#sync/protocol/entity.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { declared } from '#sync/protocol/declared.ts'

/** One member of a row before and after, in words. */
export interface ChangedField {
  name: string
  was: string
  became: string
}

const NOTHING = '–'
const LONGEST = 160
/** A member may name a variant behind it: `retail_price: SLIM-8`. */
const MONEY = /^(.*_)?(price|cost|amount|total|subtotal|discount|fee|balance|counted|remains|cash|money)(: .*)?$/
/** Members whose values are codes in capitals. */
const STATE = /(status|status_code|disposition|type_code|role_code)$/
const MOMENT = /^\d{4}-\d\d-\d\dT/
const ID = /(^|_)ids?$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** The fields of declared entities, by subject. */
const DECLARED: Record<string, Entity['fields']> = Object.fromEntries(
  [...Object.values(declared), coupon].map(({ name, fields }) => [name, fields]),
)

/** The differences in words: names, cedis, days, Yes and No; only the beginning of a long text. */
export function fieldsOf({ subject, was, became }: Pick<StaffChange, 'subject' | 'was' | 'became'>): ChangedField[] {
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(became ?? {})])]
  return names
    .filter(name => !isNamedBeside(name, names))
    .map(name => {
      const field = DECLARED[subject]?.[name]
      const read = (value: unknown) =>
        shorten(wordsFor(name, field?.kind === 'flag' && typeof value === 'number' ? value === 1 : value))
      return {
        name: field?.label ?? capital(name.replace(/_code$/, '').replaceAll('_', ' ')),
        was: read(was?.[name]),
        became: read(became?.[name]),
      }
    })
}

/** `role_code` adds nothing to `role`, which has a name. */
function isNamedBeside(name: string, names: readonly string[]): boolean {
  const beside = name.replace(/_(code|id)$/, '')
  return beside !== name && names.includes(beside)
}

function wordsFor(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number')
    return MONEY.test(name) ? formatCedis(value) : ID.test(name) ? String(value) : formatCount(value)
  if (name === 'account_code') return usualName(String(value))
  if (typeof value === 'string' && STATE.test(name)) return capital(value.toLowerCase().replaceAll('_', ' '))
  if (typeof value === 'string' && name === 'features') return wordsFor(name, listIn(value))
  if (typeof value === 'string')
    return MOMENT.test(value) ? formatDate(value) : DAY.test(value) ? formatDay(value) : value
  if (Array.isArray(value))
    return value.map(each => wordsFor(name === 'features' ? '' : name, each)).join('; ') || NOTHING
  const members = Object.entries(value)
  const named = members.find(([member]) => member === 'name')
  if (named && members.every(([member]) => ['id', 'code', 'name'].includes(member))) return String(named[1])
  return members.map(([key, each]) => `${key.replaceAll('_', ' ')} ${wordsFor(key, each)}`).join(', ') || NOTHING
}

/** A product's features are stored as JSON. */
function listIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)].flat() as unknown[]
  } catch {
    return [text]
  }
}

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text)

const DONE: Record<string, string> = {
  add: 'Added',
  change: 'Changed',
  delete: 'Deleted',
  import: 'Imported',
  count: 'Counted',
  close: 'Closed',
  book: 'Booked',
  discard: 'Discarded',
  record: 'Recorded',
  open: 'Opened',
  approve: 'Approved',
  refuse: 'Refused',
  resolve: 'Resolved',
  complete: 'Completed',
  step: 'Moved to the next step',
  note: 'Noted',
  invite: 'Invited',
  receive: 'Received',
  apply: 'Applied',
  check: 'Checked',
  pay: 'Paid',
  collect: 'Collected',
  sell: 'Sold',
  give: 'Issued free of charge',
  adjust: 'Adjusted',
  void: 'Voided',
  replace: 'Got a new code',
  free: 'Released a till’s hold',
  agree: 'Set the rider',
  'change in bulk': 'Made a bulk change',
  'take back a change in bulk': 'Undid a bulk change',
  'add variations': 'Added variants',
  'change a variation': 'Changed a variant',
  'adjust stock': 'Adjusted the stock',
  'fetch picture again': 'Fetched a picture again',
  'give barcodes': 'Added barcodes',
  'set reorder levels': 'Set reorder levels',
  'call off': 'Cancelled',
  'end sessions': 'Signed out everywhere',
  'add key': 'Added a key',
  'drop key': 'Removed an unused key',
  'approve key': 'Approved a key',
  read: 'Read',
  publish: 'Published',
  reject: 'Rejected',
  reply: 'Replied',
  order: 'Reordered',
  'set password': 'Set a password',
  'add pictures': 'Added pictures',
  'order pictures': 'Reordered the pictures',
  'describe picture': 'Described a picture',
  'remove picture': 'Removed a picture',
}

/** 'Changed', 'Added variants'. */
export const deedOf = (action: string) => DONE[action] ?? capital(action)

/** The subjects whose rows have a screen. */
const PLACES: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries({
      product: 'products',
      order: 'orders',
      refund: 'refunds',
      user: 'users',
      category: 'categories',
      ...Object.fromEntries(Object.entries(declared).map(([path, { name }]) => [name, path])),
      coupon: 'coupons',
      setting: 'settings',
      cash_count: 'cash-counts',
      gift_card: 'gift-cards',
      import: 'imports',
      till: 'tills',
    }).map(([subject, place]) => [subject, `${place}/:id/view`]),
  ),
  stock_receipt: 'stock/receive/:id',
  stock_count: 'stock/counts/:id',
  variation: 'stock/:id/movements',
  tender: 'accounts/tenders/:id/view',
}

export const SUBJECTS: readonly string[] = [...Object.keys(PLACES), 'transaction', 'period', 'exception', 'note'].sort()

/** 'Product', 'Delivery zone'. */
export const subjectName = (subject: string) => SUBJECT_NAMES[subject] ?? capital(subject.replaceAll('_', ' '))

const SUBJECT_NAMES: Record<string, string> = {
  period: 'Month',
  stock_receipt: 'Goods receipt',
  tender: 'Payment method',
  variation: 'Variant',
}

/** The actions that remove a row. */
const GONE: readonly string[] = ['delete', 'discard']

/** The screen of the row; null if it has none, or is deleted. */
export function placeOf({
  subject,
  subject_id,
  action,
}: Pick<StaffChange, 'subject' | 'subject_id' | 'action'>): string | null {
  const place = PLACES[subject]
  return place && subject_id !== null && !GONE.includes(action)
    ? `/staff/${place.replace(':id', String(subject_id))}`
    : null
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
