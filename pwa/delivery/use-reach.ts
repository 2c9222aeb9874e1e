import { useApi } from '#pwa/lib/use-api.ts'
import { isReached, type Reach } from '#sync/protocol/shop/reach.ts'

const STALE_MS = 5 * 60_000

/** How the shop delivers to each region; `regions` is undefined until it has loaded, and while it is not `wanted`. */
export function useReach(wanted = true) {
  const { data, isError, refetch } = useApi(
    'GET /api/checkout/delivery/reach',
    {},
    { staleTime: STALE_MS, enabled: wanted },
  )
  const regions = data?.reach
  return { regions, isError: isError && !data, again: () => void refetch() }
}

/** The region, if the shop does not deliver to it in any way. */
export const unreached = (regions: readonly Reach[] | undefined, region_code: string): Reach | undefined =>
  regions?.find(region => region.region_code === region_code && !isReached(region))

/** Whether parcels to a region only go to stations. */
export const isStationOnly = (regions: readonly Reach[] | undefined, region_code: string): boolean =>
  regions?.some(region => region.region_code === region_code && !region.door && region.station !== null) ?? false
