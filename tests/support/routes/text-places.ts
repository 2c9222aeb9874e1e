import type Joi from 'joi'

/** The path of a text in a body: names and indexes. */
export type Place = readonly (string | number)[]

/** `rule` identifies the rule at this place. */
export interface TextPlace {
  place: Place
  rule: string
}

interface Described {
  type?: string
  keys?: Record<string, Described>
  items?: Described[]
  matches?: { schema?: Described }[]
}

/** Every string of a route's rules, and every other string in a valid body. */
export function textPlaces(rules: Joi.Schema, right: unknown): TextPlace[] {
  const found = new Map<string, TextPlace>()
  const note = (place: Place, rule: string) => {
    if (!found.has(place.join('.'))) found.set(place.join('.'), { place, rule })
  }
  inRules(rules.describe() as Described, [], note)
  inBody(right, [], place => note(place, place.join('.')))
  return [...found.values()]
}

function inRules(rule: Described, place: Place, note: (place: Place, rule: string) => void): void {
  if (rule.type === 'string') note(place, JSON.stringify(rule))
  for (const { schema } of rule.matches ?? []) if (schema) inRules(schema, place, note)
  for (const [name, member] of Object.entries(rule.keys ?? {})) inRules(member, [...place, name], note)
  for (const item of rule.items ?? []) inRules(item, [...place, 0], note)
}

function inBody(held: unknown, place: Place, note: (place: Place) => void): void {
  if (typeof held === 'string') note(place)
  if (held === null || typeof held !== 'object') return
  for (const [name, member] of Object.entries(held))
    inBody(member, [...place, Array.isArray(held) ? +name : name], note)
}

/** A body with a text at one of its places. */
export function withText(body: unknown, [name, ...rest]: Place, text: string): unknown {
  if (name === undefined) return text
  if (typeof name === 'number') {
    const items: unknown[] = Array.isArray(body) ? body : []
    return [...items.slice(0, name), withText(items[name], rest, text), ...items.slice(name + 1)]
  }
  const held = body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {}
  return { ...held, [name]: withText(held[name], rest, text) }
}
