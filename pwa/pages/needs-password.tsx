import { useAtomValue } from 'jotai'
import KeyRound from 'lucide-react/icons/key-round'
import { useLocation } from 'react-router-dom'
import { loginFrom } from '#pwa/session/redirect.ts'
import { signedIn } from '#pwa/session/session.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import * as words from './sign-in-words.ts'

/** In place of a screen that needs a session, for somebody who stands at the till by their PIN. */
export function NeedsPassword() {
  const location = useLocation()
  const { name } = useAtomValue(signedIn) ?? { name: '' }
  return (
    <EmptyState
      title={words.needsPassword}
      icon={<KeyRound size={32} aria-hidden />}
      action={
        <>
          <ButtonLink to={loginFrom(location)}>{words.signIn}</ButtonLink>{' '}
          <ButtonLink to="/staff/orders/add" kind="quiet">
            {words.toTheTill}
          </ButtonLink>
        </>
      }
    >
      {words.needsPasswordMore(name)}
    </EmptyState>
  )
}
