import { atom, getDefaultStore } from 'jotai'
import type { FactorAsked } from '#sync/protocol/second-factor.ts'

/** A call that waits until somebody has shown a second factor; or none may go on before one is set up. */
export type ProofWanted = { asked: FactorAsked; end: (isProved: boolean) => void } | 'set up' | null

/** What the staff's part of the page shows. */
export const proofWanted = atom<ProofWanted>(null)
const store = getDefaultStore()
let flight: Promise<boolean> | null = null

/** Whether a refused call may be sent once more, since somebody has shown a second factor. Calls that wait share one question. */
export async function isProved(refused: Response): Promise<boolean> {
  const { code, second_factor } = await refused.clone().json().catch(() => ({})) as { code?: string; second_factor?: FactorAsked }
  if (code === 'second_factor_required') store.set(proofWanted, 'set up')
  if (code !== 'step_up' || !second_factor) return false
  return flight ??= new Promise<boolean>(end => store.set(proofWanted, { asked: second_factor, end })).finally(() => {
    flight = null
    store.set(proofWanted, null)
  })
}
