import Joi from 'joi'
import { newPassword } from '#api/auth/passwords.ts'
import { email, personName, phone, roleCode, statusCode, userReply } from '#api/auth/person-rules.ts'
import { page, readAt, sorted, sought } from '#api/http/rules.ts'
import type { Endpoints } from '#sync/protocol/endpoints.ts'
import { USER_ORDERS } from '#sync/protocol/endpoints/people.ts'
import type { StaffUser } from '#sync/protocol/staff/person.ts'

export const userFilter = { search: sought(), role_code: roleCode(), status_code: statusCode() }

export const listQuery = Joi.object<Endpoints['GET /api/staff/users']['query'], true>({
  ...page(),
  ...userFilter,
  ...sorted(USER_ORDERS),
})

export const addRules = Joi.object<Endpoints['POST /api/staff/users']['body'], true>({
  name: personName().required(),
  email: email().required(),
  phone: phone().allow(null, ''),
  password: newPassword(),
  role_code: roleCode().required(),
})

export const changeRules = Joi.object<Endpoints['PATCH /api/staff/users/:id']['body'], true>({
  name: personName(),
  email: email(),
  phone: phone().allow(null, ''),
  password: newPassword().allow('', null), // empty: unchanged
  role_code: roleCode(),
  status_code: statusCode(),
  updated_at: readAt(),
})

export const staffUserReply = (userReply as Joi.ObjectSchema).keys({
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
}) as Joi.ObjectSchema<StaffUser>
