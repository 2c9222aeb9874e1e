import type { SignedIn } from '#pwa/session/session.ts'
import { StepUp } from '#pwa/second-factor/step-up.tsx'
import { clearanceOf } from '#sync/protocol/roles.ts'
import { placesFor } from './places.ts'
import { Rail } from './rail.tsx'
import { SubHeader } from './kit/sub-header.tsx'

/**
 * The staff's screens, up to this user's clearance. `alone`: the page's only navigation, a rail with mark and sign-out.
 */
export function StaffNav({ user, alone }: { user: SignedIn; alone: boolean }) {
  const groups = placesFor(clearanceOf(user.role_code))
  return (
    <>
      {alone ? <Rail user={user} groups={groups} /> : <SubHeader places={groups.flatMap(({ places }) => places)} />}
      <StepUp />
    </>
  )
}
