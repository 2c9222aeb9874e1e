import { domainToASCII } from 'node:url'
import Joi from 'joi'

export const LONGEST_EMAIL = 190

const ASCII_EMAIL = Joi.string().email({ tlds: false, allowUnicode: false })

/** Reads as a number to the rules of URLs, which would make an address of it: 0x7f.1 is 127.0.0.1. */
const NUMERIC_END = /(^|[.。．｡])(\d+|0x[\da-f]*)$/i

/** Why a text is not an email address that the shop takes. */
export type EmailFault = 'long' | 'local' | 'invalid'

/**
 * The one form in which the shop stores and compares an email address: trimmed, in lower case, the domain as ASCII.
 * `shóp.test` and `xn--shp-hna.test` are one domain, and neither is `shop.test`.
 */
export function canonicalEmail(typed: string): { email: string } | { fault: EmailFault } {
  if (typed.length > LONGEST_EMAIL) return { fault: 'long' }
  const text = typed.trim()
  const at = text.lastIndexOf('@')
  if (at < 1) return { fault: 'invalid' }
  // Before the lower case: that of the Kelvin sign is an ordinary k.
  if (!isAscii(text.slice(0, at))) return { fault: 'local' }
  const domain = text.slice(at + 1)
  if (!/^[\p{L}\p{M}\p{N}\p{Cf}.。．｡-]+$/u.test(domain) || NUMERIC_END.test(domain)) return { fault: 'invalid' }
  const email = `${text.slice(0, at)}@${domainToASCII(domain)}`.toLowerCase()
  if (email.length > LONGEST_EMAIL) return { fault: 'long' }
  return ASCII_EMAIL.validate(email).error ? { fault: 'invalid' } : { email }
}

const isAscii = (text: string) => [...text].every(letter => letter > ' ' && letter <= '~')
