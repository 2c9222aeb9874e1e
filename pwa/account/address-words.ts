/** A customer's address book, and the form for one address. */

export const addresses = 'Addresses'
export const yourAddresses = 'Your addresses'
export const noAddresses = 'No addresses yet'
export const keepThem = 'Save an address here to check out faster.'
export const offeredFirst = 'Default'
export const change = 'Change'
export const changeWhich = (lines: string) => `Change ${lines}`
export const remove = 'Remove'
export const removeWhich = (lines: string) => `Remove ${lines}`

export const removeThis = 'Remove this address?'
export const ordersStay = 'Existing orders keep this address.'
export const keepIt = 'Keep it'
export const removeIt = 'Remove it'

export const add = 'Add Address'
export const update = 'Update Address'
export const thisAddress = 'This address'

export const firstName = 'First name'
export const lastName = 'Last name'
export const phone = 'Phone'
export const riderCalls = 'The rider calls this number'
export const zoneCosts = 'The delivery fee depends on the zone'
export const address = 'Address'
export const addressLines = 'Street, house and a landmark for the rider'
export const digitalAddress = 'Digital address'
export const digitalAddressForm = 'From GhanaPostGPS, such as GA-183-8164'
export const offerFirst = 'Use as my default address'
export const goBack = 'Go Back'
