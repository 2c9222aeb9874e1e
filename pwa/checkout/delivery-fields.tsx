import type { ComponentProps } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { PLACES_STALE_MS } from '#pwa/orders/place-names.ts'
import * as placeWords from '#pwa/orders/place-words.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField, TextAreaField } from '#pwa/ui/field.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import type { DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
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
  const regions = useApi(
    'GET /api/checkout/regions',
    { query: { country_code, per_page: 100 } },
    { staleTime: PLACES_STALE_MS },
  )
  const ofCountry = regions.data?.regions.filter(each => each.country_code === country_code)
  const isByRider = region.value === RIDER_REGION
  const again = [countries, regions].filter(({ isError, data }) => isError && !data)
  return (
    <>
      {again.length > 0 && (
        <Alert kind="bad" title={placeWords.placesUnread}>
          <Button
            type="button"
            kind="secondary"
            onClick={() => {
              for (const { refetch } of again) void refetch()
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
          {ofCountry?.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {region.value && (
        <SelectField label={placeWords.zone} {...zone} required={!isByRider} disabled={!zones.data}>
          <option value="">
            {zones.data?.length === 0
              ? words.noZone
              : zones.data
                ? placeWords.chooseZone
                : zones.isError
                  ? words.zonesUnread
                  : placeWords.loading}
          </option>
          {zones.data?.map(each => (
            <option key={each.code} value={each.code}>
              {zoneWords(each)}
            </option>
          ))}
        </SelectField>
      )}
      {zones.isError && !zones.data && (
        <Button type="button" kind="secondary" onClick={zones.again}>
          {words.readZonesAgain}
        </Button>
      )}
      {isByRider && <p className={styles.hint}>{deliveryWords.paidToRider}</p>}
      <TextAreaField
        label={words.address}
        {...address}
        autoComplete="street-address"
        maxLength={500}
        required
        hint={words.addressHint}
      />
    </>
  )
}

/** The zone with its delivery fee; in Greater Accra the rider sets the fee. */
const zoneWords = (zone: DeliveryZone) =>
  [placeWords.zoneOf(zone), zone.region_code !== RIDER_REGION && `· ${formatCedis(zone.cost)}`]
    .filter(Boolean)
    .join(' ')
