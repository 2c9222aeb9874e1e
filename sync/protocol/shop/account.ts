import type { Row } from '../entity.ts'
import type { coupon } from '../entities/coupon.ts'

/** A delivery address of a customer. Forms offer the default one first. */
export interface Address {
  id: number
  first_name: string
  last_name: string
  /** As E.164. */
  phone: string
  country_code: string
  region_code: string
  zone_code: string | null
  /** Street, house, landmark. */
  address: string
  /** Ghana Post GPS address, such as GA-183-8164. */
  digital_address: string | null
  is_default: boolean
  updated_at: string
}
export type AddressInput = Pick<Address, 'first_name' | 'last_name' | 'phone' | 'region_code' | 'address'> &
  Partial<Pick<Address, 'country_code' | 'zone_code' | 'digital_address' | 'is_default'>>

export const DIGITAL_ADDRESS = /^[A-Z][A-Z0-9]-\d{3,5}-\d{4}$/

/** A signed-in device. */
export interface OwnSession {
  id: string
  device_name: string | null
  created_at: string
  /** When it last refreshed its token, every quarter of an hour while in use. */
  used_at: string
  /** The device that sent the request. */
  current: boolean
}

/** A coupon that the customer may use now; without `categories` it applies to everything. */
export type OwnCoupon = Omit<Row<typeof coupon>, 'shown' | 'status_code'> & {
  categories: { id: number; name: string }[]
}
