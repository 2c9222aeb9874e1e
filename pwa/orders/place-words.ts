import type { DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'

/** Choosing a delivery area, in the address book and at checkout. */

export const placesUnread = 'We couldn’t load the places we deliver to.'
export const loading = 'Loading …'
export const country = 'Country'
/** A country's name until the list loads. */
export const countryOf = (code: string) => (code === 'GH' ? 'Ghana' : code)
export const region = 'Region'
export const chooseRegion = 'Choose a region'
export const zone = 'Zone'
export const chooseZone = 'Choose a zone'
export const regionFirst = 'Choose a region first'
export const noZones = 'No zones in this region'
/** Such as 'Kumasi (Adum, Bantama)'. */
export const zoneOf = ({ name, locations }: Pick<DeliveryZone, 'name' | 'locations'>) =>
  locations ? `${name} (${locations})` : name
