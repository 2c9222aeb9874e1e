import { queries } from '#pwa/lib/queries.ts'
import type { OwnFactors } from '#sync/protocol/staff/second-factor.ts'

/** Whether the password is asked for before something is changed: while nothing is set up, or nobody asks for it. */
export const needsPassword = ({ policy, passkeys, authenticator }: OwnFactors): boolean =>
  policy === 'OFF' || (passkeys.length === 0 && authenticator === null)

/** Shows what somebody has set up as it is now. */
export const rereadFactors = () => queries.invalidateQueries({ queryKey: ['GET /api/account/second-factors'] })

export interface Section {
  factors: OwnFactors
  /** Shows new recovery codes. */ show: (codes: string[] | null) => void
}
