/** The longest back-off, in ms. */
export const MOST_BACK_OFF_MS = 300_000

/** Full jitter under a ceiling that doubles from `first` to `last`, in ms. */
export const backOff = (failures: number, first = 1000, last = MOST_BACK_OFF_MS) =>
  Math.random() * Math.min(last, first * 2 ** Math.min(failures, 30))
