/** A source of small irregularities, the same for the same seed. */
export interface Hand {
  between(low: number, high: number): number
}

export function handOf(seed: number): Hand {
  let state = (Math.imul(seed, 2654435761) + 0x9e3779b9) >>> 0
  return {
    between(low, high) {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return low + (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * (high - low)
    },
  }
}
