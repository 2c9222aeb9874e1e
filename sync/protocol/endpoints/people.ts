import type { FileReply } from '../file-reply.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type { StaffUser } from '../staff/person.ts'
import type { RoleCode } from '../roles.ts'

export interface UserFilter {
  search?: string
  role_code?: RoleCode
  status_code?: 'ACTIVE' | 'INACTIVE'
}
export const USER_ORDERS = ['name', 'email', 'role_code', 'status_code', 'created_at'] as const

export interface PeopleEndpoints {
  'GET /api/staff/roles': { query: PageQuery; reply: { roles: Page<{ id: number; code: RoleCode; name: string }> } }
  'GET /api/staff/users': {
    query: PageQuery & UserFilter & Sorted<(typeof USER_ORDERS)[number]>
    reply: { users: Page<StaffUser> }
  }
  'GET /api/staff/users/csv': { query: UserFilter; reply: FileReply }
  /** Without a password, the user gets an email to choose one. */
  'POST /api/staff/users': {
    body: { name: string; email: string; phone?: string | null; password?: string; role_code: RoleCode }
    reply: { message: string; user: StaffUser }
  }
  'POST /api/staff/users/:id/invite': { reply: { message: string } }
  'POST /api/staff/users/:id/end-sessions': { reply: { message: string; ended: number } }
  'GET /api/staff/users/:id': { reply: { user: StaffUser } }
  'PATCH /api/staff/users/:id': {
    body: {
      name?: string
      email?: string
      phone?: string | null
      password?: string
      role_code?: RoleCode
      status_code?: 'ACTIVE' | 'INACTIVE'
      updated_at?: string
    }
    reply: { message: string; user: StaffUser }
  }
}
