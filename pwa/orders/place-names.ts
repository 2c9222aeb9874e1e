import { useApi } from '#pwa/lib/use-api.ts'

/** Delivery areas rarely change. */
export const PLACES_STALE_MS = 60 * 60_000

/** The names of a zone and its region; their codes until the names load. */
export function usePlaceNames(region_code: string | null, zone_code: string | null): string {
  const enabled = region_code !== null
  const regions = useApi(
    'GET /api/checkout/regions',
    { query: { per_page: 100 } },
    { enabled, staleTime: PLACES_STALE_MS },
  ).data?.regions
  const zones = useApi(
    'GET /api/checkout/delivery/zones',
    { query: { region_code: region_code ?? '', per_page: 100 } },
    { enabled: enabled && zone_code !== null, staleTime: PLACES_STALE_MS },
  ).data?.delivery_zones.data
  const nameOf = (rows: readonly { code: string; name: string }[] | undefined, code: string | null) =>
    rows?.find(row => row.code === code)?.name ?? code
  return [nameOf(zones, zone_code), nameOf(regions, region_code)].filter(Boolean).join(', ')
}
