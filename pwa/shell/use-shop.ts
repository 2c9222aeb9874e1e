import { useApi } from '#pwa/lib/use-api.ts'
import type { ShopInfo } from '#sync/protocol/endpoints.ts'

const AN_HOUR_MS = 60 * 60_000

/** What anybody may know of the shop; undefined until it has arrived. */
export const useShop = (): ShopInfo | undefined => useApi('GET /api/shop', {}, { staleTime: AN_HOUR_MS }).data?.shop
