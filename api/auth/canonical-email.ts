import { domainToASCII } from 'node:url'
import Joi from 'joi'

export const LONGEST_EMAIL = 190

const ASCII_EMAIL = Joi.string().email({ tlds: false, allowUnicode: false })

/** URL parsing reads this as a number and would turn it into an IP address: 0x7f.1 is 127.0.0.1. */
const NUMERIC_END = /(^|[.。．｡])(\d+|0x[\da-f]*)$/i

/** Why the shop does not accept an email address. */
export type EmailFault = 'long' | 'local' | 'invalid'

/**
 * The one form in which the shop stores and compares an email address: trimmed, lower case, the domain as ASCII.
 * `shóp.test` and `xn--shp-hna.test` are the same domain; `shop.test` is a different one.
 */
export function canonicalEmail(typed: string): { email: string } | { fault: EmailFault } {
  if (typed.length > LONGEST_EMAIL) return { fault: 'long' }
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  if (at < 1) return { fault: 'invalid' }
  // Check before lower-casing: the Kelvin sign becomes an ordinary k.
  if (!isAscii(text.slice(0, at))) return { fault: 'local' }
  const domain = text.slice(at + 1)
  if (!/^[\p{L}\p{M}\p{N}\p{Cf}.。．｡-]+$/u.test(domain) || NUMERIC_END.test(domain)) return { fault: 'invalid' }
  const email = `${text.slice(0, at)}@${domainToASCII(domain)}`.toLowerCase()
  if (email.length > LONGEST_EMAIL) return { fault: 'long' }
  return ASCII_EMAIL.validate(email).error ? { fault: 'invalid' } : { email }
}

const isAscii = (text: string) => [...text].every(letter => letter > ' ' && letter <= '~')
