import { useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import { PLACES_STALE_MS } from '#pwa/orders/place-names.ts'
import * as placeWords from '#pwa/orders/place-words.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import type { Address } from '#sync/protocol/shop/account.ts'
import * as words from './address-words.ts'

interface Props {
  address: Address | undefined
  errors: Record<string, string[]>
}

/**
 * Country, region and zone of an address. Each country has its regions, and each region its zones; until they load, an
 * address keeps its own.
 */
export function PlaceFields({ address, errors }: Props) {
  const [country, setCountry] = useState(address?.country_code ?? 'GH')
  const [region, setRegion] = useState(address?.region_code ?? '')
  const countries = useApi('GET /api/checkout/countries', { query: { per_page: 100 } }, { staleTime: PLACES_STALE_MS })
  const regions = useApi(
    'GET /api/checkout/regions',
    { query: { country_code: country, per_page: 100 } },
    { staleTime: PLACES_STALE_MS },
  )
  const zones = useApi(
    'GET /api/checkout/delivery/zones',
    { query: { region_code: region, per_page: 100 } },
    { staleTime: PLACES_STALE_MS, enabled: region !== '' },
  )
  const ofCountry = regions.data?.regions.filter(({ country_code }) => country_code === country) ?? []
  const ofRegion = zones.data?.delivery_zones.data.filter(({ region_code }) => region_code === region) ?? []
  const held = address?.region_code === region ? (address.zone_code ?? '') : ''
  const areZonesRead = zones.data !== undefined && !zones.isPlaceholderData
  const nothingChosen = () => {
    if (region === '') return placeWords.regionFirst
    if (!areZonesRead && !zones.isError) return placeWords.loading
    return areZonesRead && ofRegion.length === 0 ? placeWords.noZones : placeWords.chooseZone
  }
  const unread = [countries, regions, zones].filter(({ isError, data }) => isError && !data)
  return (
    <>
      {unread.length > 0 && (
        <Alert kind="bad" title={placeWords.placesUnread}>
          <Button
            type="button"
            kind="secondary"
            onClick={() => {
              for (const { refetch } of unread) void refetch()
            }}
          >
            {uiWords.tryAgain}
          </Button>
        </Alert>
      )}
      <SelectField
        label={placeWords.country}
        name="country_code"
        autoComplete="country"
        value={country}
        errors={errors.country_code}
        onChange={({ target }) => {
          setCountry(target.value)
          setRegion('')
        }}
      >
        {(countries.data?.countries ?? [{ code: country, name: placeWords.countryOf(country) }]).map(
          ({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ),
        )}
      </SelectField>
      <SelectField
        label={placeWords.region}
        name="region_code"
        autoComplete="address-level1"
        required
        value={region}
        errors={errors.region_code}
        onChange={({ target }) => setRegion(target.value)}
      >
        <option value="">{regions.data ? placeWords.chooseRegion : placeWords.loading}</option>
        {ofCountry.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {!areZonesRead && <input type="hidden" name="zone_code" value={held} />}
      <SelectField
        key={`${region} ${ofRegion.length > 0}`}
        label={placeWords.zone}
        name="zone_code"
        required={false}
        disabled={ofRegion.length === 0}
        hint={words.zoneCosts}
        errors={errors.zone_code}
        defaultValue={held}
      >
        <option value="">{nothingChosen()}</option>
        {ofRegion.map(each => (
          <option key={each.code} value={each.code}>
            {placeWords.zoneOf(each)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
