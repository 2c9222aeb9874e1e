import Joi from 'joi'
import { roleCode } from '#api/auth/person-rules.ts'
import { userOf } from '#api/http/access.ts'
import { paged } from '#api/http/paginate.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import { addRules, changeRules, listQuery, staffUserReply } from '#api/staff/user-rules.ts'
import { addUser, changeUser, findUser, listUsers } from '#api/staff/users.ts'
import { ROLES, type RoleCode } from '#sync/protocol/roles.ts'

const message = Joi.string().required()

export const userRoutes = [
  route('GET /api/staff/roles', {
    summary: 'The roles, by clearance.',
    access: 4,
    query: Joi.object(page(100)),
    reply: Joi.object({ roles: pageOf(Joi.object({ id: Joi.number().required(), code: roleCode().required(), name: Joi.string().required() })) }),
  }, async ({ query }) => {
    const all = Object.entries(ROLES).map(([code, { id, name }]) => ({ id, code: code as RoleCode, name }))
    const { page: at = 1, per_page = 100 } = query
    return { roles: paged(all.slice((at - 1) * per_page, at * per_page), all.length, query) }
  }),

  route('GET /api/staff/users', {
    summary: 'Users, newest first.', access: 4, query: listQuery, reply: Joi.object({ users: pageOf(staffUserReply) }),
  }, async ({ query }) => ({ users: await listUsers(query) })),

  route('POST /api/staff/users', {
    summary: 'Adds a manager or a customer.', access: 4, status: 201, body: addRules, reply: Joi.object({ message, user: staffUserReply }),
  }, async ({ body }) => ({ message: 'User added.', user: await addUser(body) })),

  route('GET /api/staff/users/:id', {
    summary: 'One user.', access: 4, reply: Joi.object({ user: staffUserReply }),
  }, async ({ params }) => ({ user: await findUser(params.id) })),

  route('PATCH /api/staff/users/:id', {
    summary: 'Changes a user below one\'s own clearance.', access: 4, body: changeRules, reply: Joi.object({ message, user: staffUserReply }),
  }, async ({ params, body, session }) => ({ message: 'User updated.', user: await changeUser(userOf(session), params.id, body) })),
]
