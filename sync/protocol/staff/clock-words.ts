const MINUTE_MS = 60_000
/** Each unit in minutes, from the longest; a unit speaks from twice its length on. */
const UNITS = [
  ['year', 525_960],
  ['month', 43_830],
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

/** How wrong a clock is: '7 years slow', '12 minutes fast'. `ahead_ms`: negative where it is slow. */
export function clockWords(ahead_ms: number): string {
  const minutes = Math.abs(ahead_ms) / MINUTE_MS
  const [unit, length] = UNITS.find(([, each]) => minutes >= 2 * each) ?? ['minute', 1]
  const count = Math.max(1, Math.round(minutes / length))
  return `${count} ${unit}${count === 1 ? '' : 's'} ${ahead_ms < 0 ? 'slow' : 'fast'}`
}
