import type { DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'

/** What is said where somebody chooses a place to deliver to, in the address book and at checkout. */

export const placesUnread = 'We couldn’t load the places we deliver to.'
export const loading = 'Loading …'
export const country = 'Country'
/** A country until the list of them is here. */
export const countryOf = (code: string) => (code === 'GH' ? 'Ghana' : code)
export const region = 'Region'
export const chooseRegion = 'Choose a region'
export const zone = 'Zone'
export const chooseZone = 'Choose a zone'
/** Such as 'Kumasi (Adum, Bantama)'. */
export const zoneOf = ({ name, locations }: Pick<DeliveryZone, 'name' | 'locations'>) =>
  locations ? `${name} (${locations})` : name
