import { insertRow } from '#api/db/database.ts'
import { declared, type DeclaredPath } from '#sync/protocol/declared.ts'
import type { Statuses } from '#tests/support/routes/matrix-callers.ts'
import { next, type Requests } from '#tests/support/server/stage.ts'

/** Test data of a declared entity: a row to add, a change, and who may do what. */
interface Sample {
  add: () => Record<string, string | number>
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
    add: () => ({ code: next().toString(16).toUpperCase().padStart(6, '0'), name: 'Sand' }),
    change: () => ({ name: 'Ink' }),
    reads: 'managers',
  },
  sizes: { add: () => ({ code: `S${next()}`, name: 'Another' }), change: () => ({ name: 'Ten' }), reads: 'managers' },
  'search-words': {
    add: () => ({ word: `kaba ${next()}`, means: 'wax dress, wax skirt', active: 1 }),
    change: () => ({ means: 'sweatshirt' }),
    reads: 'managers',
  },
  countries: {
    add: () => ({ code: twoLetters(), name: 'Another' }),
    change: () => ({ name: `Ghana ${next()}` }),
    reads: 'administrators',
  },
  regions: {
    add: () => ({ country_code: 'GH', code: `GH-Z${twoLetters()}`, name: 'Another' }),
    change: () => ({ name: `Ashanti ${next()}` }),
    reads: 'administrators',
  },
  'delivery-zones': {
    add: () => ({ region_code: 'GH-AH', name: 'Obuasi', code: `OBUASI-${next()}`, locations: 'Obuasi', cost: 60 }),
    change: () => ({ cost: 50 }),
    reads: 'administrators',
  },
}

const samples = Object.entries(SAMPLES)

/** A valid request to each route of each declared entity. */
export const ENTITY_REQUESTS: Requests = Object.fromEntries(
  samples.flatMap(([path, { add, change }]) => {
    const all = `/api/staff/${path}`
    const one = async () => `${all}/${await insertRow(declared[path as DeclaredPath].plural, add())}`
    return [
      [`GET ${all}`, () => ({ path: all })],
      [`GET ${all}/csv`, () => ({ path: `${all}/csv` })],
      [`POST ${all}`, () => ({ path: all, body: add() })],
      [`GET ${all}/:id`, async () => ({ path: await one() })],
      [`PATCH ${all}/:id`, async () => ({ path: await one(), body: change() })],
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
