import { createRequire } from 'node:module'
import Joi from 'joi'
import type * as PhoneNumbers from 'libphonenumber-js/min'
import { canonicalEmail, LONGEST_EMAIL, type EmailFault } from '#api/auth/canonical-email.ts'
import { id, text, withoutCard } from '#api/http/rules.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import { ROLES, type RoleCode } from '#sync/protocol/roles.ts'

export const personName = () => text(120)

const EMAIL_FAULTS: Record<`email.${EmailFault}` | 'string.max', string> = {
  'string.max': `Enter an email address of at most ${LONGEST_EMAIL} characters.`,
  'email.long': `Enter an email address of at most ${LONGEST_EMAIL} characters.`,
  'email.local': 'Use only plain letters, digits and signs before the @, without accents.',
  'email.invalid': 'Enter a valid email address, such as ama@example.com.',
}

/** An email address, in the one form in which addresses are stored and compared; domains such as shop.test count. */
export const email = () =>
  withoutCard(
    Joi.string()
      .max(LONGEST_EMAIL)
      .custom((value: string, helpers) => {
        if (value.length > LONGEST_EMAIL) return value
        const canonical = canonicalEmail(value)
        return 'email' in canonical ? canonical.email : helpers.error(`email.${canonical.fault}`)
      })
      .messages(EMAIL_FAULTS),
  )

const require = createRequire(import.meta.url)
// Loaded with the first number, because it would add 10 MB to every start. A rule cannot wait for an import.
const phoneNumbers = () => require('libphonenumber-js/min') as typeof PhoneNumbers

/** Any valid number, as E.164. Without a country code it is read as a Ghana number. */
export const phone = () =>
  Joi.string()
    .trim()
    .max(40)
    .prefs({ convert: true })
    .custom((value: string, helpers) => {
      const number = phoneNumbers().parsePhoneNumberFromString(value, 'GH')
      return number?.isValid() ? (number.number as string) : helpers.error('phone.invalid')
    })
    .messages({ 'phone.invalid': 'Enter a valid phone number, such as 024 123 4567.' })

export const deviceName = () => text(120).allow('')

export const roleCode = () => Joi.string<RoleCode>().valid(...(Object.keys(ROLES) as RoleCode[]))
export const statusCode = () => Joi.string<'ACTIVE' | 'INACTIVE'>().valid('ACTIVE', 'INACTIVE')

/** A user as replies show it, without the hash. */
export const userReply = Joi.object<User, true>({
  id: id().required(),
  name: Joi.string().required(),
  email: Joi.string().required(),
  phone: Joi.string().allow(null).required(),
  role_code: roleCode().required(),
  status_code: statusCode().required(),
  role: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).required(),
}).required()
