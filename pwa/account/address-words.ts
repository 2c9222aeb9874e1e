/** A customer's address book, and the form for one address. */

export const addresses = 'Addresses'
export const yourAddresses = 'Your addresses'
export const noAddresses = 'No addresses yet'
export const keepThem = 'Keep where your orders go, and checkout is two taps.'
export const offeredFirst = 'Offered first'
export const change = 'Change'
export const changeWhich = (lines: string) => `Change ${lines}`
export const remove = 'Remove'
export const removeWhich = (lines: string) => `Remove ${lines}`

export const removeThis = 'Remove this address?'
export const ordersStay = 'Orders that go there are not changed.'
export const keepIt = 'Keep it'
export const removeIt = 'Remove it'

export const add = 'Add Address'
export const update = 'Update Address'
export const thisAddress = 'This address'

export const firstName = 'First name'
export const lastName = 'Last name'
export const phone = 'Phone'
export const riderCalls = 'The rider calls this number'
export const zoneCosts = 'What delivery costs depends on it'
export const address = 'Address'
export const addressLines = 'Street, house, and a landmark the rider finds you by'
export const digitalAddress = 'Digital address'
export const digitalAddressForm = 'From GhanaPostGPS, such as GA-183-8164'
export const offerFirst = 'Offer this one first at checkout'
export const goBack = 'Go Back'
