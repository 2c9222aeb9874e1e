import { api } from '#pwa/lib/api.ts'
import { AddressForm } from './address-form.tsx'
import * as words from './address-words.ts'

export const AddressAdd = () => (
  <AddressForm
    title={words.add}
    submit={words.add}
    save={async (body, key) => (await api('POST /api/account/addresses', { body, key })).message}
  />
)
