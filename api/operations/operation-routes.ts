import Joi from 'joi'
import { route } from '#api/http/route.ts'
import { checkHealth } from '#api/operations/check-health.ts'
import type { Health, HealthCheck } from '#sync/protocol/staff/health.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'

const checkReply = Joi.object<HealthCheck, true>({
  name: Joi.string().required(),
  state: Joi.string<HealthCheck['state']>().valid('ok', 'warn', 'bad').required(),
  words: Joi.string().required(),
})

export const operationRoutes = [
  route(
    'GET /api/staff/health',
    {
      summary: 'The health of the database, letters, payment provider, disk, backups, jobs and recurring work.',
      access: MANAGEMENT,
      reply: Joi.object({
        health: Joi.object<Health, true>({
          checked_at: Joi.string().isoDate().required(),
          checks: Joi.array().items(checkReply).required(),
        }).required(),
      }),
    },
    async () => ({ health: await checkHealth() }),
  ),
]
