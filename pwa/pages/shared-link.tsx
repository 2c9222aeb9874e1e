import { Navigate, useSearchParams } from 'react-router-dom'
import { placeShared } from './place-shared.ts'

/** The target of another app's Share: opens an address of this shop, and searches for anything else. */
export function SharedLink() {
  const [query] = useSearchParams()
  return <Navigate to={placeShared(query, location.origin)} replace />
}
