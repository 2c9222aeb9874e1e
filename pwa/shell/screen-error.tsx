import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { isMissing, isStranger } from '#pwa/lib/api-error.ts'
import { ChunkError, lazyPart } from '#pwa/lib/lazy-screen.ts'
import { loginFrom } from '#pwa/session/redirect.ts'
import { forget, isResting as sessionRests } from '#pwa/session/session.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import * as words from './frame-words.ts'

const NeedsPassword = lazyPart(() => import('#pwa/pages/needs-password.tsx'), 'NeedsPassword')

/** Replaces a screen that failed. Never reloads the page: without a network that would lose it. */
export function ScreenError({ error }: { error: unknown }) {
  const { reset } = useQueryErrorResetBoundary()
  const isResting = useAtomValue(sessionRests)
  useEffect(() => reset(), [reset])
  if (isMissing(error)) return <Navigate to="/404" replace />
  if (isStranger(error)) return isResting ? <NeedsPassword /> : <SignInAgain />
  return error instanceof ChunkError ? <NotLoaded /> : <Broken />
}

function NotLoaded() {
  const again = useTryAgain()
  return (
    <EmptyState
      title={words.notLoaded}
      icon={<CloudOff size={32} aria-hidden />}
      action={<Button onClick={again}>{uiWords.tryAgain}</Button>}
    >
      {words.notLoadedMore}
    </EmptyState>
  )
}

function Broken() {
  const again = useTryAgain()
  return (
    <EmptyState
      title={words.broken}
      action={
        <>
          <Button onClick={again}>{uiWords.tryAgain}</Button>{' '}
          <ButtonLink to="/" kind="quiet">
            {words.goHome}
          </ButtonLink>
        </>
      }
    >
      {words.brokenMore}
    </EmptyState>
  )
}

function SignInAgain() {
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    forget()
    void navigate(loginFrom(location), { replace: true })
  }, [location, navigate])
  return null
}

/** Navigates to the same address again, which reloads the screen's chunk. */
function useTryAgain() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  return () => void navigate({ pathname, search, hash }, { replace: true })
}
