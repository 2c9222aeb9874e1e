import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { signedIn } from '#pwa/session/session.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { CheckField } from '#pwa/ui/check-field.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { isAt, isPlaceEmpty, placeFrom, recipientFrom } from './address-draft.ts'
import * as words from './checkout-words.ts'
import type { Draft } from './draft.ts'

interface Props {
  typed: Draft
  type: (change: Partial<Draft>) => void
}

/** A customer's addresses: fills in the default, offers the others, and can save a new one. Guests have none. */
export const AddressBook = (props: Props) => (useAtomValue(signedIn) ? <Book {...props} /> : null)

function Book({ typed, type }: Props) {
  const addresses = useApi('GET /api/account/addresses', { query: { per_page: 100 } }).data?.addresses.data
  const isOffered = useRef(false)
  useEffect(() => {
    if (isOffered.current || !addresses) return
    isOffered.current = true // if the customer empties it afterwards, it stays empty
    const first = addresses.find(({ is_default }) => is_default) ?? addresses[0]
    if (first && isPlaceEmpty(typed)) type(placeFrom(first))
  }, [addresses, typed, type])
  const chosen = addresses?.find(address => isAt(typed, address))
  const choose = (id: string) => {
    const address = addresses?.find(each => String(each.id) === id)
    if (address) type({ ...recipientFrom(address), ...placeFrom(address) })
  }
  return (
    <>
      {addresses && addresses.length > 0 && (
        <SelectField
          label={words.yourAddresses}
          name="address_id"
          value={chosen?.id ?? ''}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">{words.anotherAddress}</option>
          {addresses.map(address => (
            <option key={address.id} value={address.id}>
              {address.first_name} {address.last_name}, {address.address}
            </option>
          ))}
        </SelectField>
      )}
      {!chosen && (
        <CheckField
          label={words.saveAddress}
          name="save_address"
          checked={typed.save_address}
          onChange={({ target }) => type({ save_address: target.checked })}
        />
      )}
    </>
  )
}
