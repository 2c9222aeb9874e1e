import { secondFactorRequired, stepUp } from '#api/errors.ts'
import type { Session } from '#api/http/access.ts'

/** How long a second factor counts for actions that ask for it again. */
export const STEP_UP_MS = 10 * 60_000

/**
 * Lets a session through if it has shown a second factor at most `within` ms ago. Users without a second factor pass,
 * unless their role requires one.
 * @throws 403 second_factor_required, 403 step_up with the question to answer
 */
export async function requireProof({ standing }: Session, within = Infinity): Promise<void> {
  if (!standing) return
  const { is_set_up, is_required, proved_at, ask } = standing
  if (!is_set_up && is_required) throw secondFactorRequired()
  if (is_set_up && !(proved_at && Date.now() - proved_at.getTime() < within)) throw stepUp(await ask())
}
