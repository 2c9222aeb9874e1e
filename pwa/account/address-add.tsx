import { api } from '#pwa/lib/api.ts'
import { AddressForm } from './address-form.tsx'

export const AddressAdd = () => (
  <AddressForm title="Add Address" submit="Add Address" save={async (body, key) => (await api('POST /api/account/addresses', { body, key })).message} />
)
