import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { env } from '#api/env.ts'
import { describeRoutes } from '#api/server/openapi.ts'
import { routes } from '#api/routes.ts'
import { type Api, startApi } from '#tests/support/server/api.ts'

interface Schema {
  type?: string
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  [member: string]: unknown
}
interface Media {
  content: Record<string, { schema: Schema }>
  required?: boolean
  description?: string
}
interface Operation {
  operationId: string
  summary: string
  description: string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: Media
  responses: Record<string, Media>
}
interface Description {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> }
}

let api: Api
let description: Description
beforeAll(async () => {
  api = await startApi()
  description = (await api.send('GET', '/api/openapi.json')).body as unknown as Description
})
afterAll(() => api.stop())

const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** What keeps a description from being one, as sentences. */
function faultsOf(described: Description): string[] {
  const faults: string[] = []
  const ids = new Set<string>()
  if (!/^3\.1\.\d+$/.test(described.openapi)) faults.push('the version is not 3.1')
  for (const { path, method, operation } of operationsOf(described)) {
    const name = `${method} ${path}`
    const say = (what: string) => faults.push(`${name} ${what}`)
    if (!['get', 'post', 'patch', 'put', 'delete'].includes(method)) say('has no method that is known')
    if (ids.has(operation.operationId)) say('has an id that is used twice')
    ids.add(operation.operationId)
    if (!/^[A-Z`].{5,}/.test(operation.summary)) say('has no summary')
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param)
    const described_ = operation.parameters.filter(({ in: place }) => place === 'path')
    if (
      path.includes(':') ||
      JSON.stringify(named) !== JSON.stringify(described_.map(({ name: param }) => param)) ||
      described_.some(({ required }) => !required)
    )
      say('does not describe the parameters of its path')
    if (new Set(operation.parameters.map(({ name: param }) => param)).size !== operation.parameters.length)
      say('has a parameter twice')
    if (['get', 'delete'].includes(method) !== (operation.requestBody === undefined))
      say('has a body where none is read, or none where one is')
    const success = Object.keys(operation.responses).filter(status => /^2\d\d$/.test(status))
    if (success.length === 0 || !operation.responses.default) say('does not say what comes back')
    for (const media of [operation.requestBody, ...Object.values(operation.responses)].filter(
      part => part !== undefined,
    ))
      for (const { schema } of Object.values(media.content))
        faults.push(...faultsOfSchema(schema, described).map(fault => `${name}: ${fault}`))
    for (const { schema } of operation.parameters)
      faults.push(...faultsOfSchema(schema, described).map(fault => `${name}: ${fault}`))
  }
  return faults
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

function faultsOfSchema(schema: Schema, whole: Description): string[] {
  if (schema.$ref)
    return whole.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
      ? []
      : [`${schema.$ref} is not there`]
  const faults = [schema.type ?? []]
    .flat()
    .filter(type => !TYPES.includes(type))
    .map(type => `there is no type ${type}`)
  const unknown = (schema.required ?? []).filter(name => !(name in (schema.properties ?? {})))
  const inside = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...['anyOf', 'oneOf', 'allOf'].flatMap(word => (schema[word] as Schema[] | undefined) ?? []),
  ]
  return [
    ...faults,
    ...unknown.map(name => `${name} is required but not described`),
    ...inside.flatMap(part => faultsOfSchema(part, whole)),
  ]
}

test('names every route once and nothing else', () => {
  const named = operationsOf(description).map(({ operation }) => operation.operationId)
  expect(named.toSorted()).toEqual(routes.map(({ name }) => name).toSorted())
  for (const { path, method, operation } of operationsOf(description))
    expect(operation.operationId).toBe(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
})

test('answers every declared endpoint by a route', () => {
  const files = readdirSync('sync/protocol/endpoints').map(name =>
    readFileSync(`sync/protocol/endpoints/${name}`, 'utf8'),
  )
  const declared = [...files.join('\n').matchAll(/^  '((?:GET|POST|PUT|PATCH|DELETE) [^']+)':/gm)].map(
    ([, name]) => name!,
  )
  expect(declared.length).toBeGreaterThan(25)
  expect(declared.filter(name => !routes.some(route => route.name === name))).toEqual([])
})

test('is valid', () => {
  expect(faultsOf(description)).toEqual([])
  expect(description.servers).toEqual([{ url: env.shopUrl }])
  expect(description.info.description).toContain('90 days')
})

test('says who may call, and asks for a token exactly where the route does', () => {
  for (const { operation } of operationsOf(description)) {
    const { access } = routes.find(({ name }) => name === operation.operationId)!
    expect([operation.operationId, operation.security]).toEqual([
      operation.operationId,
      access === 'public' ? [] : [{ bearer: [] }],
    ])
  }
})

test('describes bodies and replies by the rules that check them', () => {
  const { requestBody, responses } = description.paths['/api/staff/users']!.post!
  const sent = requestBody!.content['application/json']!.schema
  expect(sent).toMatchObject({
    type: 'object',
    additionalProperties: false,
    required: ['email', 'name', 'role_code'],
    properties: { password: { minLength: 8, maxLength: 128 } },
  })
  expect(Object.keys(responses['201']!.content['application/json']!.schema.properties!)).toEqual(['message', 'user'])
  expect(JSON.stringify(responses)).not.toContain('hash')
})

test('says how lists are paged', () => {
  const names = description.paths['/api/staff/orders']!.get!.parameters.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['page', 'per_page', 'type_code', 'status_code', 'start_date', 'end_date', 'user_id']),
  )
})

test('can be read on a page without scripts', async () => {
  const { status, headers, text } = await api.send('GET', '/api/docs')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const { path, method } of operationsOf(description)) expect(text).toContain(`${method.toUpperCase()} ${path}<`)
  expect(text).not.toMatch(/<script|onerror=|onclick=/)
})

test('control: a gap in the description is noticed', () => {
  const broken = structuredClone(describeRoutes(routes, 'http://shop.test')) as unknown as Description
  broken.paths['/api/staff/users/{id}']!.get!.parameters = []
  broken.paths['/api/staff/users']!.post!.operationId = 'GET /api/staff/users'
  delete broken.components.schemas.Error
  const faults = faultsOf(broken)
  expect(faults).toContain('get /api/staff/users/{id} does not describe the parameters of its path')
  expect(faults).toContain('post /api/staff/users has an id that is used twice')
  expect(faults.some(fault => fault.endsWith('#/components/schemas/Error is not there'))).toBe(true)
})
