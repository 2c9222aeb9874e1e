import type { Address, AddressInput } from '#sync/protocol/shop/account.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { Draft } from './draft.ts'

/** A saved address in the shape of the form; the Ghana Post GPS address is a line of its own. */
export const placeFrom = ({ country_code, region_code, zone_code, address, digital_address }: Address) =>
  ({
    shipping_country_code: country_code,
    shipping_region_code: region_code,
    shipping_delivery_zone_code: zone_code ?? '',
    shipping_address: [address, digital_address].filter(Boolean).join('\n'),
  }) satisfies Partial<Draft>

export const recipientFrom = ({ first_name, last_name, phone }: Address) =>
  ({ first_name, last_name, phone: formatPhone(phone) }) satisfies Partial<Draft>

/** Whether the form holds this address. */
export const isAt = (typed: Draft, address: Address) =>
  Object.entries(placeFrom(address)).every(([name, value]) => typed[name as keyof Draft] === value)

/** Nothing was typed; a region may be remembered from another page. */
export const isPlaceEmpty = ({ shipping_address }: Draft) => shipping_address === ''

/** The contact details to fill in for a customer who has typed nothing yet. */
export function personFrom({ name, email, phone }: Pick<User, 'name' | 'email' | 'phone'>): Partial<Draft> {
  const [first_name = '', ...others] = name.trim().split(/\s+/)
  return { first_name, last_name: others.join(' '), email, phone: formatPhone(phone ?? '') }
}

export const isPersonEmpty = ({ first_name, last_name, phone, email }: Draft) =>
  [first_name, last_name, phone, email].every(text => text === '')

const DIGITAL = /(?<![\w-])[A-Z][A-Z0-9]-\d{3,5}-\d{4}(?![\w-])/

/** The typed address in the shape of the address book. */
export function addressFrom(typed: Draft): AddressInput {
  const digital_address = DIGITAL.exec(typed.shipping_address)?.[0] ?? null
  const words = typed.shipping_address.replace(DIGITAL, '').trim()
  return {
    first_name: typed.first_name.trim(),
    last_name: typed.last_name.trim(),
    phone: typed.phone.trim(),
    country_code: typed.shipping_country_code,
    region_code: typed.shipping_region_code,
    zone_code: typed.shipping_delivery_zone_code || null,
    address: words || typed.shipping_address.trim(),
    digital_address,
  }
}
