import { useAtomValue } from 'jotai'
import { signedIn, type SignedIn } from './session.ts'
import { useMounted } from '../lib/use-mounted.ts'

/** Who is signed in, for what the server may have drawn: there it is nobody, and so in the page's first picture. */
export function useSignedIn(): SignedIn | null {
  const user = useAtomValue(signedIn)
  return useMounted() ? user : null
}
