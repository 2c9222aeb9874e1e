import type { ComponentProps } from 'react'
import { NotReached } from '#pwa/delivery/not-reached.tsx'
import { regionOf } from '#pwa/delivery/estimate-words.ts'
import { isStationOnly, unreached, useReach } from '#pwa/delivery/use-reach.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { PLACES_STALE_MS } from '#pwa/orders/place-names.ts'
import * as placeWords from '#pwa/orders/place-words.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField, TextAreaField } from '#pwa/ui/field.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import { isStation, type DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { RIDER_REGION } from '#sync/protocol/shipping.ts'
import * as words from './checkout-words.ts'
import styles from './checkout.module.css'
import type { useCheckout } from './use-checkout.ts'

type Field = Pick<ComponentProps<typeof TextAreaField>, 'name' | 'errors'> & {
  value: string
  onChange: (event: { target: { value: string } }) => void
}
interface Props {
  zones: ReturnType<typeof useCheckout>['zones']
  country: Field
  region: Field
  zone: Field
  address: Field
}

/** The delivery address of an order: country, region, zone, and directions for the rider. */
export function DeliveryFields({ zones, country, region, zone, address }: Props) {
  const country_code = country.value
  const countries = useApi('GET /api/checkout/countries', { query: { per_page: 100 } }, { staleTime: PLACES_STALE_MS })
  const { regions, isError, again: regionsAgain } = useReach()
  const ofCountry = regions?.filter(each => each.country_code === country_code)
  const beyond = unreached(regions, region.value)
  const chosen = zones.data?.find(({ code }) => code === zone.value)
  const isByRider = region.value === RIDER_REGION
  const isCountryUnread = countries.isError && !countries.data
  return (
    <>
      {(isError || isCountryUnread) && (
        <Alert kind="bad" title={placeWords.placesUnread}>
          <Button
            type="button"
            kind="secondary"
            onClick={() => {
              if (isError) regionsAgain()
              if (isCountryUnread) void countries.refetch()
            }}
          >
            {uiWords.tryAgain}
          </Button>
        </Alert>
      )}
      <div className={styles.pair}>
        <SelectField label={placeWords.country} {...country} autoComplete="country">
          {(countries.data?.countries ?? [{ code: country_code, name: placeWords.countryOf(country_code) }]).map(
            ({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ),
          )}
        </SelectField>
        <SelectField label={placeWords.region} {...region} autoComplete="address-level1">
          <option value="">{ofCountry ? placeWords.chooseRegion : placeWords.loading}</option>
          {ofCountry?.map(each => (
            <option key={each.region_code} value={each.region_code}>
              {regionOf(each)}
            </option>
          ))}
        </SelectField>
      </div>
      {beyond && regions ? (
        <NotReached region={beyond} regions={regions} onChoose={value => region.onChange({ target: { value } })} />
      ) : (
        <>
          <ZoneField zones={zones} zone={zone} isRequired={!isByRider} hasRegion={region.value !== ''} />
          {isByRider && <p className={styles.hint}>{deliveryWords.paidToRider}</p>}
        </>
      )}
      {!beyond &&
        (isStation(chosen) || isStationOnly(regions, region.value) ? (
          <p className={styles.hint}>{words.atStation(chosen?.locations ?? '')}</p>
        ) : (
          <TextAreaField
            label={words.address}
            {...address}
            autoComplete="street-address"
            maxLength={500}
            required
            hint={words.addressHint}
          />
        ))}
    </>
  )
}

/** The zone with its delivery fee; in Greater Accra the rider sets the fee. */
const zoneWords = (zone: DeliveryZone) =>
  [placeWords.zoneOf(zone), zone.region_code !== RIDER_REGION && `· ${formatCedis(zone.cost)}`]
    .filter(Boolean)
    .join(' ')

interface ZoneProps {
  zones: Props['zones']
  zone: Field
  isRequired: boolean
  hasRegion: boolean
}

/** The zones of a region; those at a station are a group of their own. */
function ZoneField({ zones, zone, isRequired, hasRegion }: ZoneProps) {
  const doors = zones.data?.filter(each => !isStation(each)) ?? []
  const isUnread = zones.isError && !zones.data
  const stations = zones.data?.filter(isStation) ?? []
  return (
    <>
      <SelectField label={placeWords.zone} {...zone} required={isRequired} disabled={!hasRegion || !zones.data}>
        <option value="">
          {hasRegion ? chooseOf({ isRead: zones.data !== undefined, isUnread }) : placeWords.regionFirst}
        </option>
        <Options zones={doors} />
        {stations.length > 0 && (
          <optgroup label={words.stations}>
            <Options zones={stations} />
          </optgroup>
        )}
      </SelectField>
      {hasRegion && isUnread && (
        <Button type="button" kind="secondary" onClick={zones.again}>
          {words.readZonesAgain}
        </Button>
      )}
    </>
  )
}

const chooseOf = ({ isRead, isUnread }: { isRead: boolean; isUnread: boolean }) =>
  isRead ? placeWords.chooseZone : isUnread ? words.zonesUnread : placeWords.loading

const Options = ({ zones }: { zones: readonly DeliveryZone[] }) =>
  zones.map(each => (
    <option key={each.code} value={each.code}>
      {zoneWords(each)}
    </option>
  ))
