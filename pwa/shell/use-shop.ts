import { useAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useEffect } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'

const AN_HOUR_MS = 60 * 60_000

/** The shop's public facts; undefined until they have loaded. */
export const useShop = (): ShopInfo | undefined => useShopReply().data?.shop

/** The same with the state of the request. */
export const useShopReply = () => useApi('GET /api/shop', {}, { staleTime: AN_HOUR_MS })

const lastName = atomWithStorage('shop_name', 'Selvedge', undefined, { getOnInit: true })

/** The shop's name from its settings; until they have loaded, and for titles without a network, the last known one. */
export function useShopName(): string {
  const [last, remember] = useAtom(lastName)
  const name = useShop()?.name
  useEffect(() => {
    if (name) remember(name)
  }, [name, remember])
  return name ?? last
}
