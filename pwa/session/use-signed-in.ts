import { useAtomValue } from 'jotai'
import { signedIn, type SignedIn } from './session.ts'
import { useMounted } from '../lib/use-mounted.ts'

/** The signed-in user, for screens that the server may draw: null in the first render, as on the server. */
export function useSignedIn(): SignedIn | null {
  const user = useAtomValue(signedIn)
  return useMounted() ? user : null
}
