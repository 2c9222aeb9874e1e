import type { DeliveryDays } from './delivery-days.ts'

/** One way to a region: its lowest fee in cedis, and the working days of its quickest and its slowest zone. */
export interface Leg extends DeliveryDays {
  cost: number
}

/** How the shop delivers to a region. Neither way: not at all; `nearest` is then the nearest region it delivers to. */
export interface Reach {
  region_code: string
  country_code: string
  name: string
  door: Leg | null
  station: Leg | null
  nearest: string | null
}

export const isReached = ({ door, station }: Pick<Reach, 'door' | 'station'>) => door !== null || station !== null
