import { getDefaultStore } from 'jotai'
import { atomWithStorage, RESET } from 'jotai/utils'
import { whenForgotten } from '#pwa/session/session.ts'

/** Where the shopper wants delivery; empty codes until they choose. */
export interface ChosenPlace {
  region_code: string
  zone_code: string
}

/** The region that was chosen last, on any page. Only this browser knows it. */
export const chosenPlace = atomWithStorage<ChosenPlace>(
  'delivery place',
  { region_code: '', zone_code: '' },
  undefined,
  { getOnInit: true },
)

whenForgotten(() => getDefaultStore().set(chosenPlace, RESET))
