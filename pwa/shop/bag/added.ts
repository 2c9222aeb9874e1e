import { atom, getDefaultStore } from 'jotai'
import { whenForgotten } from '#pwa/session/session.ts'

/** The variation that was just added, and the button that gets the focus back. */
export interface Added {
  variation_id: number
  from: HTMLElement
}

/** What the drawer shows; null while it is closed. */
export const added = atom<Added | null>(null)

whenForgotten(() => getDefaultStore().set(added, null))
