import { queries } from '#pwa/lib/queries.ts'
import type { OwnFactors } from '#sync/protocol/staff/second-factor.ts'

/** Whether a change asks for the password: while nothing is set up, or the policy is off. */
export const needsPassword = ({ policy, passkeys, authenticator }: OwnFactors): boolean =>
  policy === 'OFF' || (passkeys.length === 0 && authenticator === null)

/** Reloads a user's second factors. */
export const rereadFactors = () => queries.invalidateQueries({ queryKey: ['GET /api/account/second-factors'] })

export interface Section {
  factors: OwnFactors
  /** Shows new recovery codes. */ show: (codes: string[] | null) => void
}
