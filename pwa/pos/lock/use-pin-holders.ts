import { useEffect, useState } from 'react'
import { uncover } from '#pwa/session/screen-lock.ts'
import type { SignedIn } from '#pwa/session/session.ts'
import { pinHolders, type PinHolder } from '#sync/till/people/people.ts'
import { lockStateOf, type LockState } from '#sync/till/screen-lock.ts'
import { withTill } from './lock-till.ts'

/** Who can open this till: whoever stood here last comes first. `state`: whether that person can. */
export interface AtTheLock {
  state: LockState
  holders: readonly PinHolder[]
}

/** Null until known. A screen unlocked in another tab is uncovered here too. */
export function usePinHolders({ id }: SignedIn): AtTheLock | null {
  const [found, setFound] = useState<AtTheLock | null>(null)
  useEffect(() => {
    const look = async () => {
      const [state, all] = await withTill(async db => [await lockStateOf(db, id), await pinHolders(db)] as const)
      if (state === 'open') uncover()
      setFound({ state, holders: all.toSorted((one, other) => Number(other.id === id) - Number(one.id === id)) })
    }
    void look()
  }, [id])
  return found
}
