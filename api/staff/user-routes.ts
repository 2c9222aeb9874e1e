import Joi from 'joi'
import { roleCode } from '#api/auth/person-rules.ts'
import { exceptionReply } from '#api/exceptions/exception-rules.ts'
import { findException } from '#api/exceptions/exceptions.ts'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { paged } from '#api/lists/paginate.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import { allowTry } from '#api/http/tries.ts'
import { addRules, changeRules, listQuery, staffUserReply, userFilter } from '#api/staff/user-rules.ts'
import {
  activateRestored,
  addUser,
  changesAccess,
  changeUser,
  endSessionsBelow,
  findUser,
  inviteAgain,
  listUsers,
  resetFactorsBelow,
  userTable,
} from '#api/staff/users.ts'
import type { UserFilter } from '#sync/protocol/endpoints/people.ts'
import { MANAGEMENT, ROLES, type RoleCode } from '#sync/protocol/roles.ts'

const message = Joi.string().required()

export const userRoutes = [
  route(
    'GET /api/staff/roles',
    {
      summary: 'The roles, by clearance.',
      access: MANAGEMENT,
      query: Joi.object(page(100)),
      reply: Joi.object({
        roles: pageOf(
          Joi.object({ id: Joi.number().required(), code: roleCode().required(), name: Joi.string().required() }),
        ),
      }),
    },
    async ({ query }) => {
      const all = Object.entries(ROLES).map(([code, { id, name }]) => ({ id, code: code as RoleCode, name }))
      const { page: at = 1, per_page = 100 } = query
      return { roles: paged(all.slice((at - 1) * per_page, at * per_page), all.length, query) }
    },
  ),

  route(
    'GET /api/staff/users',
    {
      summary: 'Users, newest first.',
      access: MANAGEMENT,
      query: listQuery,
      reply: Joi.object({ users: pageOf(staffUserReply) }),
    },
    async ({ query }) => ({ users: await listUsers(query) }),
  ),

  csvRoute(
    'GET /api/staff/users/csv',
    {
      summary: 'Users that match the filters, as CSV.',
      access: MANAGEMENT,
      stepUp: true,
      query: Joi.object<UserFilter, true>(userFilter),
      file: ({ role_code }) => (role_code === 'CUSTOMER' ? 'customers' : 'users'),
    },
    ({ query }) => userTable(query),
  ),

  route(
    'POST /api/staff/users',
    {
      summary: 'Adds a manager or a customer. Without a password they are invited by email to choose one.',
      access: MANAGEMENT,
      status: 201,
      stepUp: ({ body }) => body.role_code !== 'CUSTOMER',
      body: addRules,
      reply: Joi.object({ message, user: staffUserReply }),
    },
    async ({ body }) => ({
      message: body.password ? 'User added.' : 'User added, and invited by email.',
      user: await addUser(body),
    }),
  ),

  route(
    'GET /api/staff/users/:id',
    { summary: 'One user.', access: MANAGEMENT, reply: Joi.object({ user: staffUserReply }) },
    async ({ params }) => ({ user: await findUser(params.id) }),
  ),

  route(
    'PATCH /api/staff/users/:id',
    {
      summary: 'Changes a user of lower clearance than the caller.',
      access: MANAGEMENT,
      stepUp: ({ params, body }) => changesAccess(params.id, body),
      body: changeRules,
      reply: Joi.object({ message, user: staffUserReply }),
    },
    async ({ params, body, session }) => ({
      message: 'User updated.',
      user: await changeUser(userOf(session), params.id, body),
    }),
  ),

  route(
    'POST /api/staff/users/:id/invite',
    {
      summary: 'Sends a user of lower clearance a link to choose a password; it works once, for a week.',
      access: MANAGEMENT,
      status: 200,
      reply: Joi.object({ message }),
    },
    async ({ params, session }) => {
      await allowTry([{ key: `invite user ${params.id}`, failures: 5 }])
      await inviteAgain(userOf(session), params.id)
      return { message: 'An email with a link is on its way.' }
    },
  ),

  route(
    'POST /api/staff/exceptions/:id/activate',
    {
      summary: 'Activates a cashier whom a restore had lost, and invites them by email to choose a password.',
      access: MANAGEMENT,
      status: 200,
      stepUp: true,
      reply: Joi.object({ message, exception: exceptionReply }),
    },
    async ({ params, session }) => {
      const { name } = await activateRestored(userOf(session), params.id)
      return { message: `${name} is active, and gets an email with a link.`, exception: await findException(params.id) }
    },
  ),

  route(
    'POST /api/staff/users/:id/end-sessions',
    {
      summary: 'Signs a user of lower clearance out on every device.',
      access: MANAGEMENT,
      status: 200,
      reply: Joi.object({ message, ended: Joi.number().required() }),
    },
    async ({ params, session }) => {
      const ended = await endSessionsBelow(userOf(session), params.id)
      return { message: ended === 1 ? 'Signed out on 1 device.' : `Signed out on ${ended} devices.`, ended }
    },
  ),

  route(
    'POST /api/staff/users/:id/reset-second-factor',
    {
      summary: 'Resets the two-step verification of a user of lower clearance, and signs them out.',
      access: MANAGEMENT,
      status: 200,
      stepUp: true,
      reply: Joi.object({ message }),
    },
    async ({ params, session }) => {
      await resetFactorsBelow(userOf(session), params.id)
      return { message: 'Two-step verification reset. They are signed out on every device.' }
    },
  ),
]
