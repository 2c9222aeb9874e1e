import { useAtomValue } from 'jotai'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { NeedsPassword } from '#pwa/pages/needs-password.tsx'
import { loginFrom } from '#pwa/session/redirect.ts'
import { isResting, signedIn } from '#pwa/session/session.ts'
import { clearanceOf, STAFF } from '#sync/protocol/roles.ts'

/** Lets staff with a clearance through. The server decides; this only avoids a screen that would fail. */
export function Gate({ clearance = STAFF }: { clearance?: number }) {
  const user = useAtomValue(signedIn)
  const rests = useAtomValue(isResting)
  const location = useLocation()
  if (!user) return <Navigate to={loginFrom(location)} replace />
  if (clearanceOf(user.role_code) < clearance) return <Navigate to="/404" replace />
  return rests && !TILL.test(location.pathname) ? <NeedsPassword /> : <Outlet />
}

/** The screens that work without a session. */
const TILL = /^\/staff\/(orders\/add$|till\/)/
