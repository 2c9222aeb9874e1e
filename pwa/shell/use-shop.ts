import { useAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useEffect } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'

const AN_HOUR_MS = 60 * 60_000

/** What anybody may know of the shop; undefined until it has arrived. */
export const useShop = (): ShopInfo | undefined => useShopReply().data?.shop

/** The same with what came of asking. */
export const useShopReply = () => useApi('GET /api/shop', {}, { staleTime: AN_HOUR_MS })

const lastName = atomWithStorage('shop_name', 'Selvedge', undefined, { getOnInit: true })

/**
 * The shop's name as its settings have it; until they are read, and for titles without a network, the last one known.
 */
export function useShopName(): string {
  const [last, remember] = useAtom(lastName)
  const name = useShop()?.name
  useEffect(() => {
    if (name) remember(name)
  }, [name, remember])
  return name ?? last
}
