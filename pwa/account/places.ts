import { useApi } from '#pwa/lib/use-api.ts'
import type { Address } from '#sync/protocol/account.ts'

/** Where the shop delivers changes rarely. */
export const PLACES_STALE_MS = 60 * 60_000

/** How an address's zone and region are called; their codes until the names are here. */
export function usePlaceNames() {
  const regions = useApi('GET /api/checkout/regions', { query: { per_page: 100 } }, { staleTime: PLACES_STALE_MS }).data?.regions
  const zones = useApi('GET /api/checkout/delivery/zones', { query: { per_page: 100 } }, { staleTime: PLACES_STALE_MS }).data?.delivery_zones.data
  return ({ region_code, zone_code }: Address) => [
    zone_code && (zones?.find(({ code }) => code === zone_code)?.name ?? zone_code),
    regions?.find(({ code }) => code === region_code)?.name ?? region_code,
  ].filter(Boolean).join(', ')
}
