import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import type { CycleState } from '#sync/till/cycle.ts'
import { tillOf, type EnrolledTill } from '#sync/till/proof/enrol.ts'
import type { ReplicaState } from '#sync/till/replica/replica.ts'
import { rowOf, type KeptSeal } from '#sync/till/till-db.ts'
import { waiting, type Waiting } from '#sync/till/waiting.ts'
import { cycle, replica, till } from './till.ts'

export const useReplica = (): ReplicaState => useSyncExternalStore(replica.subscribe, replica.snapshot)

export const useCycle = (): CycleState => useSyncExternalStore(cycle.subscribe, cycle.state)

/** What waits in the outbox, undefined until that is known: nobody is told that all is sent before. */
export const useWaiting = (): Waiting | undefined => useLiveQuery(() => waiting(till))

/** The till this browser is, null where it is none yet, undefined until that is known. */
export const useEnrolledTill = (): EnrolledTill | null | undefined => useLiveQuery(() => tillOf(till))

/** The head of the shop's seal that this till remembers, where the shop shows other books; else null. */
export const useBrokenSeal = (): KeptSeal | null =>
  useLiveQuery(async () => {
    const kept = await rowOf(till, 'seal')
    return kept?.broken_at === undefined ? null : kept
  }) ?? null

const EVERY_MS = 15_000

/** The time now, in ms, good to a quarter of a minute: ages are told in minutes. */
export const useClock = (): number => useSyncExternalStore(onTick, () => Math.floor(Date.now() / EVERY_MS) * EVERY_MS)

function onTick(listener: () => void) {
  const timer = setInterval(listener, EVERY_MS)
  return () => clearInterval(timer)
}
