import type { RoleCode } from '../roles.ts'

export interface User {
  id: number
  name: string
  email: string
  phone: string | null
  role_code: RoleCode
  status_code: 'ACTIVE' | 'INACTIVE'
  role: { id: number; name: string }
}

/** With the times of registration and of the last change. */
export type StaffUser = User & { created_at: string; updated_at: string }

/** `unconfirmed_until`: when the account is deleted unless its email address is confirmed; null once it is. */
export type OwnUser = StaffUser & { unconfirmed_until: string | null }

export interface Registration {
  name: string
  email: string
  phone: string
  password: string
  password_confirmation: string
  device_name?: string
}

export interface Credentials {
  email: string
  password: string
  device_name?: string
}
