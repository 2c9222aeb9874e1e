/** A role's id is also its clearance. */
export const ROLES = {
  CUSTOMER: { id: 1, name: 'Customer' },
  MANAGER: { id: 3, name: 'Manager' },
  ADMINISTRATOR: { id: 4, name: 'Administrator' },
  SUPER_ADMINISTRATOR: { id: 5, name: 'Super administrator' },
} as const
export type RoleCode = keyof typeof ROLES

/** The lowest clearance of staff: products, orders, the till. */
export const STAFF = 3
/** The lowest clearance of management: users, lists and settings. */
export const MANAGEMENT = 4
export type Clearance = typeof STAFF | typeof MANAGEMENT

/** The roles that staff may assign. */
export const GRANTABLE = ['MANAGER', 'CUSTOMER'] as const satisfies RoleCode[]

export const clearanceOf = (role: RoleCode): number => ROLES[role].id
/** Whether one user may change another: only users of lower clearance. */
export const mayChange = (actor: { id: number; role_code: RoleCode }, other: { id: number; role_code: RoleCode }) =>
  actor.id !== other.id && clearanceOf(other.role_code) < clearanceOf(actor.role_code)

export const isStaff = (user: { role_code: RoleCode } | null) => user !== null && clearanceOf(user.role_code) >= STAFF
