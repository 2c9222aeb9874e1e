import { Navigate, useSearchParams } from 'react-router-dom'
import { placeShared } from './place-shared.ts'

/** Where another app's Share lands: an address of this shop opens, anything else is looked for. */
export function SharedLink() {
  const [query] = useSearchParams()
  return <Navigate to={placeShared(query, location.origin)} replace />
}
