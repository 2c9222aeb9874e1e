import { useAtomValue } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { useSyncExternalStore } from 'react'

/** How this device shows the till; stored in the browser. `has_grid`: null until somebody chose. */
export interface DeviceOptions {
  is_left_handed: boolean
  has_grid: boolean | null
}

export const deviceOptions = atomWithStorage<DeviceOptions>(
  'till-options',
  { is_left_handed: false, has_grid: null },
  undefined,
  { getOnInit: true },
)

/** As the styles of the counter have it. */
const PHONE = '(max-width: 640px), (max-width: 800px) and (max-height: 899px)'

const isPhone = () => matchMedia(PHONE).matches

function onPhone(listener: () => void) {
  const media = matchMedia(PHONE)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether sizes and colours are a grid, where one touch adds a piece: on a phone, unless somebody chose otherwise. */
export function useGrid(): boolean {
  const { has_grid } = useAtomValue(deviceOptions)
  const phone = useSyncExternalStore(onPhone, isPhone)
  return has_grid ?? phone
}
