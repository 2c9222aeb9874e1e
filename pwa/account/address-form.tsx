import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useFirstError } from '#pwa/forms/use-first-error.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { CheckField } from '#pwa/ui/check-field.tsx'
import { FieldGrid, TextAreaField, TextField } from '#pwa/ui/field.tsx'
import type { Address, AddressInput } from '#sync/protocol/shop/account.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import styles from './account.module.css'
import * as words from './address-words.ts'
import { PlaceFields } from './place-fields.tsx'

interface Props {
  title: string
  submit: string
  /** The address to change; none for a new one. */
  address?: Address
  /** Returns the success message. `key` names the intent. */
  save: (typed: Required<AddressInput>, key: string) => Promise<string>
}

const ALL = '/account-area/addresses'

/** Adds or changes an address. */
export function AddressForm({ title, submit, address, save }: Props) {
  const navigate = useNavigate()
  const element = useRef<HTMLFormElement>(null)
  const { errors, fields, busy, onSubmit } = useSubmit(async (typed, key) => {
    const done = await save(addressIn(typed), key)
    await queries.invalidateQueries({ queryKey: ['GET /api/account/addresses'] })
    await queries.invalidateQueries({ queryKey: ['GET /api/account/addresses/:id'] })
    say({ kind: 'ok', words: done })
    void navigate(ALL)
    return null
  })
  useFirstError(element, fields)
  return (
    <>
      <h1>{title}</h1>
      <form ref={element} className={styles.form} onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <FieldGrid>
          <div className={styles.pair}>
            <TextField
              label={words.firstName}
              name="first_name"
              autoComplete="given-name"
              required
              maxLength={60}
              defaultValue={address?.first_name}
              errors={fields.first_name}
            />
            <TextField
              label={words.lastName}
              name="last_name"
              autoComplete="family-name"
              required
              maxLength={60}
              defaultValue={address?.last_name}
              errors={fields.last_name}
            />
          </div>
          <TextField
            label={words.phone}
            name="phone"
            type="tel"
            autoComplete="tel"
            required
            hint={words.riderCalls}
            defaultValue={address && formatPhone(address.phone)}
            errors={fields.phone}
          />
          <PlaceFields address={address} errors={fields} />
          <TextAreaField
            label={words.address}
            name="address"
            autoComplete="street-address"
            required
            maxLength={500}
            hint={words.addressLines}
            defaultValue={address?.address}
            errors={fields.address}
          />
          <TextField
            label={words.digitalAddress}
            name="digital_address"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={15}
            hint={words.digitalAddressForm}
            defaultValue={address?.digital_address ?? ''}
            errors={fields.digital_address}
          />
          <CheckField label={words.offerFirst} name="is_default" defaultChecked={address?.is_default} />
        </FieldGrid>
        <div className={styles.actions}>
          <Button busy={busy}>{submit}</Button>
          <ButtonLink to={ALL} kind="secondary">
            {words.goBack}
          </ButtonLink>
        </div>
      </form>
    </>
  )
}

const addressIn = (typed: FormData): Required<AddressInput> => ({
  first_name: textOf(typed, 'first_name'),
  last_name: textOf(typed, 'last_name'),
  phone: textOf(typed, 'phone'),
  country_code: textOf(typed, 'country_code'),
  region_code: textOf(typed, 'region_code'),
  zone_code: textOf(typed, 'zone_code') || null,
  address: textOf(typed, 'address'),
  digital_address: textOf(typed, 'digital_address').toUpperCase() || null,
  is_default: typed.get('is_default') !== null,
})
