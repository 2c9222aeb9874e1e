import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import type { CycleState } from '#sync/till/cycle.ts'
import { tillOf, type EnrolledTill } from '#sync/till/proof/enrol.ts'
import type { ReplicaState } from '#sync/till/replica/replica.ts'
import { rowOf, type KeptSeal } from '#sync/till/till-db.ts'
import { waiting, type Waiting } from '#sync/till/waiting.ts'
import { cycle, replica, shopClock, till } from './till.ts'

export const useReplica = (): ReplicaState => useSyncExternalStore(replica.subscribe, replica.snapshot)

export const useCycle = (): CycleState => useSyncExternalStore(cycle.subscribe, cycle.state)

/** The entries that wait in the outbox; undefined until known, so that no screen says too early that all are sent. */
export const useWaiting = (): Waiting | undefined => useLiveQuery(() => waiting(till))

/** This browser's till; null if it is not enrolled, undefined until known. */
export const useEnrolledTill = (): EnrolledTill | null | undefined => useLiveQuery(() => tillOf(till))

/** The seal's head that this till remembers, if the shop shows different books; else null. */
export const useBrokenSeal = (): KeptSeal | null =>
  useLiveQuery(async () => {
    const kept = await rowOf(till, 'seal')
    return kept?.broken_at === undefined ? null : kept
  }) ?? null

/** How far this device's clock is ahead of the shop's, in ms; 0 while it is right. */
export const useClockAhead = (): number => useSyncExternalStore(shopClock.subscribe, shopClock.ahead)

const EVERY_MS = 15_000

/** The current time in ms, accurate to 15 s: ages are shown in minutes. */
export const useClock = (): number => useSyncExternalStore(onTick, () => Math.floor(Date.now() / EVERY_MS) * EVERY_MS)

function onTick(listener: () => void) {
  const timer = setInterval(listener, EVERY_MS)
  return () => clearInterval(timer)
}
