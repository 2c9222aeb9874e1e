import type Joi from 'joi'
import type { Access } from '#api/http/access.ts'
import type { Route } from '#api/http/route.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
  [member: string]: unknown
}

/** The API description, from the same schemas that validate. */
export const describeRoutes = (routes: readonly Route[], origin: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Shop API',
    version: '1',
    description:
      'Money is in cedis with at most two decimals. Any POST may carry an Idempotency-Key: the same key with the same body replays the first successful reply; keys are kept for 90 days.',
  },
  servers: [{ url: origin }],
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    schemas: {
      Error: {
        type: 'object',
        required: ['message', 'code'],
        properties: {
          message: { type: 'string' },
          code: { type: 'string' },
          errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        },
      },
    },
  },
  paths: pathsOf(routes),
})

const WHO: Record<Access, string> = {
  public: 'Anybody.',
  session: 'Anybody with a session, including guests.',
  customer: 'Anybody signed in.',
  [STAFF]: `Staff: clearance ${STAFF}.`,
  [MANAGEMENT]: `Staff: clearance ${MANAGEMENT}.`,
}

function pathsOf(routes: readonly Route[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const { name, method, path, ...route } of routes) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, param]) => param!)
    const operation = {
      operationId: name,
      summary: route.summary,
      description: WHO[route.access],
      security: route.access === 'public' ? [] : [{ bearer: [] }],
      parameters: [
        ...names.map(param => ({
          name: param,
          in: 'path',
          required: true,
          schema: { type: /(^id|Id)$/.test(param) ? 'integer' : 'string' },
        })),
        ...queryOf(route.query),
      ],
      ...(method === 'GET' || method === 'DELETE' ? {} : { requestBody: bodyOf(route) }),
      responses: {
        [route.status]: { description: 'Done.', content: contentOf(route) },
        default: {
          description: 'An error.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    }
    paths[path.replace(/:(\w+)/g, '{$1}')] = {
      ...paths[path.replace(/:(\w+)/g, '{$1}')],
      [method.toLowerCase()]: operation,
    }
  }
  return paths
}

function queryOf(rules: Joi.Schema | null) {
  if (!rules) return []
  const { properties = {}, required = [] } = schemaOf(rules, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name: schema.type === 'array' ? `${name}[]` : name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const contentOf = ({ reply, sends }: Pick<Route, 'reply' | 'sends'>) => ({
  ...(reply && { 'application/json': { schema: schemaOf(reply, 'output') } }),
  ...(sends && { [sends]: { schema: { type: 'string', format: 'binary' } } }),
})

const bodyOf = ({ body, multipart }: Pick<Route, 'body' | 'multipart'>) => {
  const schema = body ? schemaOf(body, 'input') : { type: 'object' }
  return {
    required: body !== null,
    content: {
      ...(multipart && { 'multipart/form-data': { schema } }),
      ...((body || !multipart) && { 'application/json': { schema } }),
    },
  }
}

const schemaOf = (rules: Joi.Schema, side: 'input' | 'output') =>
  (rules as unknown as { '~standard': { jsonSchema: Record<'input' | 'output', (options: object) => JsonSchema> } })[
    '~standard'
  ].jsonSchema[side]({ target: 'draft-2020-12' })
