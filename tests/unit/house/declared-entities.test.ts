import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { registered } from '#api/entities.ts'
import { routes } from '#api/routes.ts'
import { placeOf } from '#pwa/staff/kit/change-words.ts'
import { placesFor } from '#pwa/staff/places.ts'
import { declared } from '#sync/protocol/declared.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'
import { setting } from '#sync/protocol/entities/setting.ts'
import type { Entity } from '#sync/protocol/entity.ts'
import { unmatched } from '#tests/support/routes/entity-samples.ts'
import { MATRIX } from '#tests/support/routes/matrix.ts'

const entities = Object.entries<Entity>(declared)
/** Declared, with routes written by hand. */
const byHand = [coupon, setting] as const
const routesOf = (path: string) => [
  `GET /api/staff/${path}`,
  `GET /api/staff/${path}/csv`,
  `POST /api/staff/${path}`,
  `GET /api/staff/${path}/:id`,
  `PATCH /api/staff/${path}/:id`,
]

describe.each(entities)('the declared entity %s', (path, { name, plural, fields, clearance }) => {
  test('is found under its plural', () => expect(path).toBe(plural.replaceAll('_', '-')))

  test('has a model, and a table made by a migration', () => {
    expect(registered.filter(({ entity }) => entity.name === name)).toHaveLength(1)
    const sql = readdirSync('sql/migrations').map(file => readFileSync(`sql/migrations/${file}`, 'utf8'))
    expect(sql.some(text => new RegExp(`CREATE TABLE (IF NOT EXISTS )?${plural}\\b`).test(text))).toBe(true)
  })

  test('comes after the entities it refers to', () => {
    const before = entities
      .slice(
        0,
        entities.findIndex(([other]) => other === path),
      )
      .map(([, other]) => other.name)
    const referred = Object.values(fields).flatMap(field => (field.kind === 'ref' ? [field.to] : []))
    expect(referred.filter(to => !before.includes(to))).toEqual([])
  })

  test('has its five routes, each in the matrix, open to those it names', () => {
    const access = routesOf(path).map(name => routes.find(route => route.name === name)?.access)
    const { read, write } = clearance
    expect(access).toEqual([read, read, write, read, write])
    expect(routesOf(path).filter(name => !MATRIX[name])).toEqual([])
  })

  test('has a place in the back office and one in the log of changes', () => {
    const places = placesFor(clearance.read >= 4 ? 4 : 5).flatMap(group => group.places)
    expect(places.filter(({ to }) => to === `/staff/${path}`)).toHaveLength(1)
    expect(placeOf({ subject: name, subject_id: 7, action: 'change' })).toBe(`/staff/${path}/7/view`)
  })
})

test.each(byHand.map(entity => [entity.plural, entity] as const))(
  '%s are open to those their declaration names',
  (plural, entity) => {
    const own = routes.filter(({ path }) => path.startsWith(`/api/staff/${plural.replaceAll('_', '-')}`))
    expect(own.length).toBeGreaterThan(4)
    for (const { method, name, access } of own)
      expect([name, access]).toEqual([name, entity.clearance[method === 'GET' ? 'read' : 'write']])
  },
)

test('has exactly one sample each for the tests', () => {
  expect(unmatched()).toEqual([])
})

test('control: notices an entity without a sample, and a sample without an entity', () => {
  expect(unmatched([...Object.keys(declared).filter(path => path !== 'sizes'), 'hats'])).toEqual(['hats', 'sizes'])
})
