/** How much time has passed since something, as far as this device could see. Times in ms. */
export interface Age {
  passed_ms: number
  /** Epoch ms by this device's clock. */
  looked_at: number
}

export const newAge = (now: number): Age => ({ passed_ms: 0, looked_at: now })

/** The age now. A clock that was put back takes nothing away: only what passes from then on counts. */
export const ageAt = ({ passed_ms, looked_at }: Age, now: number): Age => ({
  passed_ms: passed_ms + Math.max(0, now - looked_at),
  looked_at: now,
})
