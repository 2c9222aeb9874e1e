/** Full jitter under a ceiling that doubles from `first` to `last`, in ms. */
export const backOff = (failures: number, first = 1000, last = 300_000) =>
  Math.random() * Math.min(last, first * 2 ** Math.min(failures, 30))
