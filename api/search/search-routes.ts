import Joi from 'joi'
import { route } from '#api/http/route.ts'
import { page, pageOf, sorted } from '#api/http/rules.ts'
import { listVain } from '#api/search/vain-searches.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import { VAIN_SEARCH_DAYS, VAIN_SEARCH_ORDERS, type VainSearch } from '#sync/protocol/endpoints/searches.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const count = Joi.number().required()
const text = Joi.string().required()

export const searchRoutes = [
  route(
    'GET /api/staff/searches/vain',
    {
      summary: 'What shoppers searched for without finding it: counts by text, without who searched.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/searches/vain'>, true>({
        days: Joi.number().integer().min(1).max(VAIN_SEARCH_DAYS),
        ...sorted(VAIN_SEARCH_ORDERS),
        ...page(),
      }),
      reply: Joi.object({
        vain_searches: pageOf(
          Joi.object<VainSearch, true>({ id: count, words: text, nothing: count, partly: count, last_day: text }),
        ),
      }),
    },
    ({ query }) => listVain(query),
  ),
]
