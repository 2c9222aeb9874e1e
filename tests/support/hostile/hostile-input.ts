import type Joi from 'joi'

/** Input that breaks out of a statement, a path, a pattern or a number if code splices or converts it. */
export const HOSTILE: readonly unknown[] = [
  "'",
  '"',
  '`',
  '\\',
  "' OR '1'='1",
  "'; DROP TABLE users; -- ",
  '1; SELECT SLEEP(2)',
  "1' UNION SELECT password_hash FROM users -- ",
  '") OR 1=1 #',
  ':id',
  '?',
  '%',
  '_',
  '%00',
  '\u0000',
  'a\u0000b',
  '../../etc/passwd',
  '..\\..\\',
  '${7*7}',
  '{{7*7}}',
  '$where',
  '[object Object]',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '٣',
  '１',
  '\ud800',
  '\u202eabc',
  '👖'.repeat(60),
  'a'.repeat(5000),
  '+*~<>()"@',
  '((((((',
  '',
  ' ',
  '\t\r\n',
  0,
  -1,
  0.5,
  2 ** 53,
  -(2 ** 31),
  4_294_967_296,
  true,
  false,
  null,
  [],
  [[]],
  {},
  { $gt: '' },
  [1, 2, 3],
  ['a', { b: [] }],
  { toString: 'x' },
  { length: 1e9 },
]

export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const hasOwnName = (name: string) => /^[a-z_]+$/.test(name)

/** A body with one of its members, at any depth, replaced. */
export function withOther(body: unknown, value: unknown, random: () => number): unknown {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  if (Array.isArray(body) && body.length > 0 && random() < 0.8) {
    const at = Math.floor(random() * body.length)
    return body.map((item: unknown, i) => (i === at ? withOther(item, value, random) : item))
  }
  if (body !== null && typeof body === 'object' && Object.keys(body).length > 0 && random() < 0.95) {
    const name = pick(Object.keys(body))
    return { ...body, [name]: withOther((body as Record<string, unknown>)[name], value, random) }
  }
  return value
}

/** The same for each of its members in turn, at any depth. */
export function* everyOther(body: unknown, value: unknown): Generator<unknown> {
  if (body === null || typeof body !== 'object') return
  for (const [name, held] of Object.entries(body)) {
    const replacedBy = (other: unknown) =>
      Array.isArray(body) ? body.with(Number(name), other) : { ...body, [name]: other }
    yield replacedBy(value)
    for (const other of everyOther(held, value)) yield replacedBy(other)
  }
}

/** A form with one of its fields replaced; a file by one with this content and name. */
export function withOtherField(form: FormData, value: unknown, random: () => number): FormData {
  const entries = [...form]
  const at = Math.floor(random() * entries.length)
  const other = new FormData()
  for (const [i, [name, held]] of entries.entries()) {
    if (i !== at) other.append(name, held)
    else if (typeof held === 'string') other.append(name, asText(value))
    else other.append(name, new Blob([asText(value)], { type: held.type }), asText(value))
  }
  return other
}

interface Described {
  type?: string
  keys?: Record<string, Described>
  items?: Described[]
  allow?: unknown[]
  matches?: { schema?: Described }[]
  rules?: { name: string; args?: { limit?: number } }[]
  flags?: { presence?: string }
}

/** A value that a rule may just accept or just refuse, made from the rule's own description. */
export function madeFrom(rules: Joi.Schema, random: () => number): unknown {
  return made(rules.describe() as Described, random)
}

function made(rule: Described, random: () => number): unknown {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  if (random() < 0.04) return pick(HOSTILE)
  const allowed = rule.allow?.filter(value => value === null || typeof value !== 'object') ?? []
  if (allowed.length > 0 && random() < 0.7) return pick(allowed)
  const limit = (name: string) => rule.rules?.find(known => known.name === name)?.args?.limit
  switch (rule.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(rule.keys ?? {})
          .filter(([, { flags }]) => (flags?.presence === 'required' ? random() < 0.97 : random() < 0.5))
          .map(([name, member]) => [name, made(member, random)]),
      )
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => made(pick(rule.items ?? [{}]), random))
    case 'number': {
      const [least, most] = [limit('min') ?? 0, Math.min(limit('max') ?? 1000, 10_000)]
      return pick([
        least,
        most,
        least - 1,
        Math.floor(least + random() * (most - least)),
        Math.round(random() * 10_000) / 100,
      ])
    }
    case 'boolean':
      return random() < 0.5
    case 'alternatives': {
      const { schema } = pick(rule.matches ?? [{}])
      return made(schema ?? {}, random)
    }
    case 'string':
      return pick([
        '1',
        'Ama',
        'ama@shop.test',
        '0244123456',
        '2026-11-21',
        '2026-11-21T09:30:00.000Z',
        'CASH',
        'UK6',
        '000000',
        'GH-AA',
        'a'.repeat(Math.min(limit('max') ?? 20, 2000)),
        asText(pick(HOSTILE)),
      ])
    default:
      return pick(HOSTILE)
  }
}

/** The names that a query's rule accepts. */
export const namesIn = (rules: Joi.Schema | null): string[] =>
  Object.keys((rules?.describe() as Described | undefined)?.keys ?? {}).filter(hasOwnName)
