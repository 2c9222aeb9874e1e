/** A role's id is also its clearance. */
export const ROLES = {
  CUSTOMER: { id: 1, name: 'Customer' },
  MANAGER: { id: 3, name: 'Manager' },
  ADMINISTRATOR: { id: 4, name: 'Administrator' },
  SUPER_ADMINISTRATOR: { id: 5, name: 'Super administrator' },
} as const
export type RoleCode = keyof typeof ROLES

/** From here a user is staff: products, orders, the till. */
export const STAFF = 3
/** From here a user also manages users, lists and settings. */
export const MANAGEMENT = 4
export type Clearance = typeof STAFF | typeof MANAGEMENT

/** The roles that staff may give to somebody. */
export const GRANTABLE = ['MANAGER', 'CUSTOMER'] as const satisfies RoleCode[]

export const clearanceOf = (role: RoleCode): number => ROLES[role].id
/** Whether one may change the other here: who stands below them, and nobody else. */
export const mayChange = (actor: { id: number; role_code: RoleCode }, other: { id: number; role_code: RoleCode }) =>
  actor.id !== other.id && clearanceOf(other.role_code) < clearanceOf(actor.role_code)

export const isStaff = (user: { role_code: RoleCode } | null) => user !== null && clearanceOf(user.role_code) >= STAFF
