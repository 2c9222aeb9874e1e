import Joi from 'joi'
import { addRules, filterRules, orderRules, rowReply, updateRules } from '#api/crud/rules.ts'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf } from '#api/http/rules.ts'
import { addSetting, changeSetting, findSetting, guardsShop, listSettings, settingTable } from '#api/staff/settings.ts'
import type { EntityFilter } from '#sync/protocol/endpoints/entities.ts'
import { setting } from '#sync/protocol/entities/setting.ts'
import { settingOf } from '#sync/protocol/settings.ts'

const message = Joi.string().required()
const settingReply = rowReply(setting).required()

/** Back-office settings: as declared, each value checked by its setting's kind. */
export const settingRoutes = [
  route(
    'GET /api/staff/settings',
    {
      summary: 'Settings, newest first.',
      access: setting.clearance.read,
      query: Joi.object({ ...page(), ...filterRules(setting), ...orderRules(setting) }),
      reply: Joi.object({ settings: pageOf(rowReply(setting)) }),
    },
    async ({ query }) => ({ settings: await listSettings(query) }),
  ),

  csvRoute(
    'GET /api/staff/settings/csv',
    {
      summary: 'Settings that match the filters, as CSV.',
      access: setting.clearance.read,
      query: Joi.object<EntityFilter>(filterRules(setting)),
      file: 'settings',
    },
    ({ query }) => settingTable(query),
  ),

  route(
    'POST /api/staff/settings',
    {
      summary: 'Adds a setting. A known name is checked by its kind; any other value is text.',
      access: setting.clearance.write,
      status: 201,
      stepUp: ({ body }) => Boolean(settingOf(body.name).guards),
      body: addRules(setting),
      reply: Joi.object({ message, setting: settingReply }),
    },
    async ({ body, session }) => ({ message: 'Setting added.', setting: await addSetting(body, userOf(session)) }),
  ),

  route(
    'GET /api/staff/settings/:id',
    { summary: 'One setting.', access: setting.clearance.read, reply: Joi.object({ setting: settingReply }) },
    async ({ params }) => ({ setting: await findSetting(params.id) }),
  ),

  route(
    'PATCH /api/staff/settings/:id',
    {
      summary: 'Changes a setting. The next request uses it.',
      access: setting.clearance.write,
      stepUp: ({ params }) => guardsShop(params.id),
      body: updateRules(setting),
      reply: Joi.object({ message, setting: settingReply }),
    },
    async ({ params, body, session }) => ({
      message: 'Setting updated.',
      setting: await changeSetting(params.id, body, userOf(session)),
    }),
  ),
]
