import { beforeAll, describe, expect, test } from 'vitest'
import { insertRows, select } from '#api/db/database.ts'
import { findDestination } from '#api/delivery/find-destination.ts'
import { listZones } from '#api/delivery/places.ts'
import { listReach } from '#api/delivery/reach.ts'
import type { AppError } from '#api/errors.ts'
import { toCedis, toPesewas } from '#sync/protocol/money.ts'
import { shippingFee } from '#sync/protocol/shipping.ts'
import { openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'

/** Every region of Ghana has a zone at the door and one at a station; the database lets Greater Accra have one too. */
const REGIONS = ['AA', 'AF', 'AH', 'BE', 'BO', 'CP', 'EP', 'NE', 'NP', 'OT', 'SV', 'TV', 'UE', 'UW', 'WN', 'WP']
const [DOOR, STATION] = [45, 20]

beforeAll(async () => {
  await openShop()
  await insertRows(
    'delivery_zones',
    REGIONS.flatMap(region =>
      (['DOOR', 'STATION'] as const).map(kind => ({
        region_code: `GH-${region}`,
        code: `${region}-${kind}`,
        name: `${region} ${kind}`,
        kind,
        locations: 'VIP counter',
        cost: kind === 'DOOR' ? DOOR : STATION,
      })),
    ),
  )
})

interface Chosen {
  region: string
  zone: string | null
  address?: string
  subtotal?: number
}

/** The fee in cedis, or the fields that are refused. */
async function feeOf({ region, zone, address = '7 Ring Road', subtotal = 100 }: Chosen): Promise<number | string[]> {
  try {
    const { destination } = await findDestination(
      aSubmission({
        delivery_method_code: 'delivery',
        shipping_country_code: 'GH',
        shipping_region_code: `GH-${region}`,
        shipping_delivery_zone_code: zone,
        shipping_address: address,
      }),
    )
    return toCedis(shippingFee(destination, { subtotal: toPesewas(subtotal), over: 2000, byCoupon: false }))
  } catch (error) {
    return Object.keys((error as AppError).body.errors ?? {})
  }
}

describe.each(REGIONS)('region %s', region => {
  const isRiders = region === 'AA'
  const elsewhere = isRiders ? 'AH' : 'AA'
  const WRONG_ZONE = ['shipping_delivery_zone_code']
  const NO_ADDRESS = ['shipping_address']

  test.each<[what: string, chosen: Partial<Chosen>, fee: number | string[]]>([
    ['no zone', { zone: null }, isRiders ? 0 : WRONG_ZONE],
    ['its zone at the door', { zone: `${region}-DOOR` }, isRiders ? 0 : DOOR],
    ['its zone at the door, above free delivery', { zone: `${region}-DOOR`, subtotal: 2001 }, 0],
    ['its zone at the door, without an address', { zone: `${region}-DOOR`, address: '' }, NO_ADDRESS],
    ['its station', { zone: `${region}-STATION` }, isRiders ? WRONG_ZONE : STATION],
    ['its station, without an address', { zone: `${region}-STATION`, address: '' }, isRiders ? WRONG_ZONE : STATION],
    ['another region’s zone', { zone: `${elsewhere}-DOOR` }, WRONG_ZONE],
    ['another region’s station', { zone: `${elsewhere}-STATION` }, WRONG_ZONE],
    ['its zone in small letters', { zone: `${region}-DOOR`.toLowerCase() }, WRONG_ZONE],
    ['an unknown zone', { zone: 'NOWHERE' }, WRONG_ZONE],
  ])('costs what it says when the shopper chooses %s', async (_, chosen, fee) =>
    expect(await feeOf({ region, zone: null, ...chosen })).toEqual(fee),
  )

  test('offers at checkout exactly the ways that it says it is reached by', async () => {
    const reach = (await listReach()).find(({ region_code }) => region_code === `GH-${region}`)!
    const { data } = await listZones({ region_code: `GH-${region}`, page: 1, per_page: 100 })
    expect(data.map(({ kind }) => kind)).toEqual(isRiders ? ['DOOR'] : ['DOOR', 'STATION'])
    expect([reach.door?.cost, reach.station?.cost]).toEqual(isRiders ? [0, undefined] : [DOOR, STATION])
    for (const { code, kind } of data) {
      const leg = kind === 'DOOR' ? reach.door : reach.station
      expect([code, await feeOf({ region, zone: code })]).toEqual([code, leg!.cost])
    }
  })
})

test('control: the table holds a station in Greater Accra, as an older shop may', async () => {
  expect(await select("SELECT cost FROM delivery_zones WHERE code = 'AA-STATION'")).toEqual([{ cost: STATION }])
})
