import { useAtomValue } from 'jotai'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { loginFrom } from '#pwa/session/redirect.ts'
import { signedIn } from '#pwa/session/session.ts'
import { clearanceOf, STAFF } from '#sync/protocol/roles.ts'

/** Lets staff with a clearance through. The server decides; this only avoids a screen that would fail. */
export function Gate({ clearance = STAFF }: { clearance?: number }) {
  const user = useAtomValue(signedIn)
  const location = useLocation()
  if (!user) return <Navigate to={loginFrom(location)} replace />
  return clearanceOf(user.role_code) >= clearance ? <Outlet /> : <Navigate to="/404" replace />
}
