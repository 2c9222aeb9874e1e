import { formatPhone } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import type { OwnOrder } from '#sync/protocol/order-view.ts'
import styles from './delivery-facts.module.css'

/** How an order comes to its owner and whom the shop calls about it. */
export function DeliveryFacts({ order }: { order: OwnOrder }) {
  const { shipping_address: to, delivery_method_code, type_code } = order
  const phone = to?.phone ?? order.customer_phone
  const facts = [
    ['How', type_code === 'STORE' ? 'Bought in the shop' : delivery_method_code === 'delivery' ? 'Delivery' : 'Walk In'],
    ['Name', to ? `${to.first_name} ${to.last_name}` : order.customer_name],
    ['Phone', phone && formatPhone(phone)],
    ['E-mail', to?.email],
    ['Address', to?.address],
    ['Area', usePlaceNames(order)],
    ['Notes', order.shipping_additional_details],
  ] as const
  return <dl className={styles.facts}>{facts.filter(([, words]) => words).map(([name, words]) => <div key={name}><dt>{name}</dt><dd>{words}</dd></div>)}</dl>
}

const A_DAY_MS = 24 * 60 * 60_000

/** Zone and region by name; by their codes until the names have come. */
function usePlaceNames({ shipping_region_code: region_code, shipping_delivery_zone_code: zone_code }: OwnOrder): string {
  const enabled = region_code !== null
  const regions = useApi('GET /api/checkout/regions', { query: { per_page: 100 } }, { enabled, staleTime: A_DAY_MS }).data?.regions
  const zones = useApi('GET /api/checkout/delivery/zones', { query: { region_code: region_code ?? '', per_page: 100 } }, { enabled: enabled && zone_code !== null, staleTime: A_DAY_MS }).data?.delivery_zones.data
  const nameOf = (rows: readonly { code: string; name: string }[] | undefined, code: string | null) => rows?.find(row => row.code === code)?.name ?? code
  return [nameOf(zones, zone_code), nameOf(regions, region_code)].filter(Boolean).join(', ')
}
