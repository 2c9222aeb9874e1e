import { atom, getDefaultStore } from 'jotai'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'

/** A call that waits for a second factor, or 'set up' if one must be set up first. */
export type ProofWanted = { asked: FactorAsked; end: (isProved: boolean) => void } | 'set up' | null

/** What the back office currently asks for. */
export const proofWanted = atom<ProofWanted>(null)
const store = getDefaultStore()
let flight: Promise<boolean> | null = null

/** Asks for a second factor if this reply requires one. True: send the call again. Waiting calls share one dialog. */
export async function isProved(refused: Response): Promise<boolean> {
  const { code, second_factor } = (await refused
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string; second_factor?: FactorAsked }
  if (code === 'second_factor_required') store.set(proofWanted, 'set up')
  if (code !== 'step_up' || !second_factor) return false
  return (flight ??= new Promise<boolean>(end => store.set(proofWanted, { asked: second_factor, end })).finally(() => {
    flight = null
    store.set(proofWanted, null)
  }))
}
