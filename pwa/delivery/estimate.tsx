import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { shopNow } from '#pwa/lib/shop-time.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import { arrivalOf } from '#sync/protocol/shop/delivery-days.ts'
import type { DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { chosenPlace } from './chosen-place.ts'
import styles from './estimate.module.css'
import * as words from './estimate-words.ts'
import { NotReached } from './not-reached.tsx'
import { unreached, useReach } from './use-reach.ts'

/**
 * The region to deliver to, and when and for how much an order paid today arrives in its zones. `isAsked`: it opened at
 * a press, so the focus moves into it.
 */
export function Estimate({ isAsked }: { isAsked: boolean }) {
  const [{ region_code, zone_code }, choose] = useAtom(chosenPlace)
  const { regions, isError, again } = useReach()
  const chooseRegion = (code: string) => choose({ region_code: code, zone_code: '' })
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (isAsked) select.current?.focus()
  }, [isAsked])
  const beyond = unreached(regions, region_code)
  if (isError)
    return (
      <p>
        {words.unread}{' '}
        <Button type="button" kind="quiet" onClick={again}>
          {uiWords.tryAgain}
        </Button>
      </p>
    )
  return (
    <div className={styles.estimate}>
      <SelectField
        label={words.deliverTo}
        name="region"
        ref={select}
        value={region_code}
        onChange={({ target }) => chooseRegion(target.value)}
      >
        <option value="">{words.chooseRegion}</option>
        {regions?.map(region => (
          <option key={region.region_code} value={region.region_code}>
            {words.regionOf(region)}
          </option>
        ))}
      </SelectField>
      <div aria-live="polite">
        {beyond && regions ? (
          <NotReached region={beyond} regions={regions} onChoose={chooseRegion} />
        ) : (
          region_code && <Zones region_code={region_code} zone_code={zone_code} />
        )}
      </div>
    </div>
  )
}

/** The zones of a region, or the one that was chosen at checkout. */
function Zones({ region_code, zone_code }: { region_code: string; zone_code: string }) {
  const { data, isPlaceholderData } = useApi(
    'GET /api/checkout/delivery/zones',
    { query: { region_code, per_page: 100 } },
    { staleTime: 5 * 60_000 },
  )
  if (!data || isPlaceholderData) return <Skeleton height={48} />
  const zones = data.delivery_zones.data
  const chosen = zones.filter(({ code }) => code === zone_code)
  const shown = chosen.length > 0 ? chosen : zones
  return (
    <>
      <ul className={`bare ${styles.zones}`}>
        {shown.map(zone => (
          <Arrival key={zone.code} zone={zone} />
        ))}
      </ul>
      {shown.length > 0 && <p className={styles.soft}>{words.payToday}</p>}
    </>
  )
}

function Arrival({ zone }: { zone: DeliveryZone }) {
  const shop = useShop()
  const now = new Date(shopNow())
  const days = shop && arrivalOf(zone, shop, now)
  return (
    <li>
      <span>
        {zone.name}: <strong>{days ? words.arrival(days, now) : words.noDays}</strong>
      </span>
      <span className={styles.soft}>{words.feeOf(zone)}</span>
    </li>
  )
}
