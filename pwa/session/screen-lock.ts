import { atom, getDefaultStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { signedIn, whenForgotten } from './session.ts'

/** The user whose till is locked, in every tab of this browser and through a reload. The till's database decides. */
const lockedFor = atomWithStorage<number | null>('locked', null, undefined, { getOnInit: true })
const store = getDefaultStore()

/** Whether the screen is covered. A lock belongs to who stands here: it ends with their session or their turn. */
export const isCovered = atom(get => {
  const user = get(signedIn)
  return user !== null && get(lockedFor) === user.id
})

export const cover = (user_id: number): void => store.set(lockedFor, user_id)
export const uncover = (): void => store.set(lockedFor, null)

whenForgotten(uncover)
