import { declared, type DeclaredPath } from '#sync/protocol/declared.ts'
import type { Statuses } from '#tests/support/matrix-callers.ts'
import { next, type Requests, type Stage } from '#tests/support/stage.ts'

/** Test data of a declared entity: its row on the stage, a row to add, a change, and who may do what. */
interface Sample {
  on: keyof { [K in keyof Stage as Stage[K] extends number ? K : never]: true }
  add: () => object
  change: () => object
  reads: 'managers' | 'administrators'
}

let letters = 0
/** Two capitals that are no country code of the shop: AA, AB … ZZ without GH. */
const twoLetters = (): string => {
  const at = letters++ % 676
  const code = String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26))
  return code === 'GH' ? twoLetters() : code
}
/** Administrators may write all of them. */
const SAMPLES: Record<DeclaredPath, Sample> = {
  colours: {
    on: 'colour',
    add: () => ({ code: next().toString(16).toUpperCase().padStart(6, '0'), name: 'Sand' }),
    change: () => ({ name: 'Ink' }),
    reads: 'managers',
  },
  sizes: {
    on: 'size',
    add: () => ({ code: `S${next()}`, name: 'Another' }),
    change: () => ({ name: 'Ten' }),
    reads: 'managers',
  },
  countries: {
    on: 'country',
    add: () => ({ code: twoLetters(), name: 'Another' }),
    change: () => ({ name: `Ghana ${next()}` }),
    reads: 'administrators',
  },
  regions: {
    on: 'region',
    add: () => ({ country_code: 'GH', code: `GH-Z${twoLetters()}`, name: 'Another' }),
    change: () => ({ name: `Ashanti ${next()}` }),
    reads: 'administrators',
  },
  'delivery-zones': {
    on: 'zone',
    add: () => ({ region_code: 'GH-AH', name: 'Obuasi', code: `OBUASI-${next()}`, locations: 'Obuasi', cost: 60 }),
    change: () => ({ cost: 50 }),
    reads: 'administrators',
  },
}

const samples = Object.entries(SAMPLES)

/** A valid request to each route of each declared entity. */
export const ENTITY_REQUESTS: Requests = Object.fromEntries(
  samples.flatMap(([path, { on, add, change }]) => {
    const all = `/api/staff/${path}`
    return [
      [`GET ${all}`, () => ({ path: all })],
      [`GET ${all}/csv`, () => ({ path: `${all}/csv` })],
      [`POST ${all}`, () => ({ path: all, body: add() })],
      [`GET ${all}/:id`, (stage: Stage) => ({ path: `${all}/${stage[on]}` })],
      [`PATCH ${all}/:id`, (stage: Stage) => ({ path: `${all}/${stage[on]}`, body: change() })],
    ] satisfies [string, Requests[string]][]
  }),
)

/** The status for each caller. */
export const ENTITY_MATRIX: Record<string, Statuses> = Object.fromEntries(
  samples.flatMap(([path, { reads }]) => {
    const all = `/api/staff/${path}`
    const manager = reads === 'managers' ? 200 : 403
    const read: Statuses = [401, 403, 403, 403, manager, 200, 200, 401, 401]
    const written = (status: number): Statuses => [401, 403, 403, 403, 403, status, status, 401, 401]
    return [
      [`GET ${all}`, read],
      [`GET ${all}/csv`, read],
      [`POST ${all}`, written(201)],
      [`GET ${all}/:id`, read],
      [`PATCH ${all}/:id`, written(200)],
    ] satisfies [string, Statuses][]
  }),
)

/** Entities without a sample, and samples without an entity. */
export const unmatched = (entities: readonly string[] = Object.keys(declared)) => [
  ...entities.filter(path => !(path in SAMPLES)),
  ...Object.keys(SAMPLES).filter(path => !entities.includes(path)),
]
