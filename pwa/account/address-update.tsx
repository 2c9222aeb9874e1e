import { useParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { AddressForm } from './address-form.tsx'
import * as words from './address-words.ts'

export function AddressUpdate() {
  const id = idIn(useParams().id)
  const { data, error, refetch } = useApi('GET /api/account/addresses/:id', { params: { id } }, { page: true })
  if (data?.address.id !== id)
    return error ? (
      <>
        <h1>{words.update}</h1>
        <LoadError what={words.thisAddress} message={error.message} again={() => void refetch()} />
      </>
    ) : (
      <>
        <h1>{words.update}</h1>
        <Loader rows={7} height={44} />
      </>
    )
  const { address } = data
  return (
    <AddressForm
      key={address.updated_at}
      title={words.update}
      submit={words.update}
      address={address}
      save={async body =>
        (
          await api('PATCH /api/account/addresses/:id', {
            params: { id },
            body: { ...body, updated_at: address.updated_at },
          })
        ).message
      }
    />
  )
}
