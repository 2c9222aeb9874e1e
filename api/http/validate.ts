import type Joi from 'joi'
import { invalid } from '#api/errors.ts'
import { lengthFirst } from '#api/http/length-first.ts'

// Joi's default messages repeat the value, which may be private and is stored with a till's rejected mutation.
const IN_WORDS: Joi.ValidationOptions = {
  errors: { wrap: { label: false } },
  messages: {
    'string.empty': '{{#label}} is required',
    'string.pattern.base': '{{#label}} is not in the right format',
    'string.pattern.name': '{{#label}} must be in this format: {{#name}}',
  },
}

/**
 * Checks data against rules and returns the typed copy, or throws 422 with every message by field. Refuses unknown
 * members, and converts nothing unless a rule asks: "1" is not 1, and 1.999 is not 2.00.
 */
export function check<T>(rules: Joi.Schema<T>, data: unknown): T {
  return validated(rules, data ?? {}, { convert: false })
}

/** Checks a query string. Converts its values, which are always text, and drops unknown members. */
export function checkQuery<T>(rules: Joi.Schema<T>, query: unknown): T {
  return validated(rules, query, { convert: true, stripUnknown: true })
}

/** Above this many members, reports only the first error: wording a hundred thousand takes seconds. */
const MOST_MEMBERS = 1_000

function validated<T>(rules: Joi.Schema<T>, data: unknown, options: Joi.ValidationOptions): T {
  const { value, error } = inOurWords(rules, false).validate(data, { ...options, abortEarly: true })
  if (!error) return value as T
  throw invalid(
    messagesOf(
      (isSmall(data) && inOurWords(rules, true).validate(data, { ...options, abortEarly: false }).error) || error,
    ),
  )
}

function isSmall(data: unknown): boolean {
  const open = [data]
  for (let members = 0; open.length > 0;) {
    const each = open.pop()
    if (typeof each !== 'object' || each === null) continue
    for (const name in each) {
      if (++members > MOST_MEMBERS) return false
      open.push((each as Record<string, unknown>)[name])
    }
  }
  return true
}

const worded = { first: new WeakMap<Joi.Schema, Joi.Schema>(), each: new WeakMap<Joi.Schema, Joi.Schema>() }

/**
 * Joi parses its messages each time it gets them, which takes longer than checking a sale; so each set of rules gets
 * them once.
 */
function inOurWords<T>(rules: Joi.Schema<T>, isEach: boolean): Joi.Schema<T> {
  const held = worded[isEach ? 'each' : 'first']
  const known = held.get(rules) ?? lengthFirst(rules, isEach).preferences(IN_WORDS)
  held.set(rules, known)
  return known
}

function messagesOf({ details }: Joi.ValidationError): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const { path, message } of details)
    fields.set(path.join('.'), [...(fields.get(path.join('.')) ?? []), sentence(message)])
  return Object.fromEntries(fields)
}

const sentence = (message: string) =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`
