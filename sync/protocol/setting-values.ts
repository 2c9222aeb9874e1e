import { SETTINGS, type KnownSetting, type SettingsLike } from './settings.ts'
import { withoutThousands } from './typed-number.ts'

export type NumberSetting = SettingsLike<{ kind: 'count' | 'money' }>

/**
 * The number in a setting; null if it may be empty and is. An unreadable or out-of-range value falls back to the
 * initial one.
 */
export function numberOf<N extends NumberSetting>(
  name: N,
  kept: string | null | undefined,
): N extends SettingsLike<{ required: true }> ? number : number | null
export function numberOf(name: NumberSetting, kept: string | null | undefined): number | null {
  const known: KnownSetting = SETTINGS[name]
  const typed = kept?.trim() ?? ''
  if (typed === '' && !known.required) return null
  const plain = plainNumber(known, typed) ?? known.initial
  return plain === '' ? null : Number(plain)
}

const PLAIN = { count: /^\d{1,10}$/, money: /^\d{1,9}(\.\d{1,2})?$/ }

/** The number in the text of a number setting; null if it is not a number, or out of range. */
export function plainNumber({ kind, least = 0, most = MOST }: KnownSetting, typed: string): string | null {
  const plain = kind === 'money' ? withoutThousands(typed.replace(/GHS|GH₵/gi, '')) : typed.trim()
  const isNumber = kind === 'money' || kind === 'count' ? PLAIN[kind].test(plain) : false
  if (!isNumber || Number(plain) < least || Number(plain) > most) return null
  return kind === 'money' ? plain : String(Number(plain))
}

/** The largest number of an unsigned column in the database. */
export const MOST = 4_294_967_295

/** Splits a value with several rows into their parts: phone numbers, days and hours, lines of a list. */
export function rowsIn({ kind, parts = [''] }: KnownSetting, value: string): string[][] {
  if (kind === 'phones') return piecesOf(value, ',').map(number => [number])
  return piecesOf(value, '\n').map(line => {
    if (kind === 'hours') {
      const [, days = '', hours = ''] = /^([^:]*):?\s*(.*)$/.exec(line) ?? []
      return [days.trim(), hours.trim()]
    }
    return parts.length === 1 ? [line] : line.split('|').map(part => part.trim())
  })
}

/** Joins rows into one value, without empty rows. */
export function valueOfRows({ kind }: KnownSetting, rows: readonly (readonly string[])[]): string {
  const told = rows.map(row => row.map(part => part.trim())).filter(row => row.some(Boolean))
  if (kind === 'phones') return told.map(([number]) => number).join(', ')
  return told.map(row => row.join(kind === 'hours' ? ': ' : ' | ')).join('\n')
}

const piecesOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map(piece => piece.trim())
    .filter(Boolean)
