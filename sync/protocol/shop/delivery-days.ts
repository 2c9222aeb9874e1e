/** Working days from the payment to the arrival; null: not said. */
export interface DeliveryDays {
  days_from: number | null
  days_to: number | null
}

/** When the shop delivers: the first day of deliveries and the days without any, as YYYY-MM-DD. */
export interface DeliveryCalendar {
  delivery_start: string
  /** Unknown to a copy that a device has kept for long. */
  closed_days?: readonly string[]
}

/** The days, as YYYY-MM-DD, between which a parcel arrives that is paid now; null if the shop does not say. */
export function arrivalOf(
  { days_from, days_to }: DeliveryDays,
  calendar: DeliveryCalendar,
  now: Date,
): { from: string; to: string } | null {
  const days = [days_from, days_to].filter(count => count !== null)
  if (days.length === 0) return null
  const today = now.toISOString().slice(0, 10)
  const first = calendar.delivery_start > today ? calendar.delivery_start : today
  const after = (count: number) => workingDayAfter(first, Math.min(count, MOST_DAYS), calendar.closed_days ?? [])
  return { from: after(Math.min(...days)), to: after(Math.max(...days)) }
}

const MOST_DAYS = 365
const DAY_MS = 24 * 60 * 60_000

/** The working day so many working days after a day; 0: the same day, or the first working day after it. */
function workingDayAfter(day: string, count: number, closed: readonly string[]): string {
  const isOff = (at: number) => {
    const weekday = new Date(at).getUTCDay()
    return weekday === 0 || weekday === 6 || closed.includes(dayOf(at))
  }
  let at = Date.parse(`${day}T00:00:00Z`)
  const pastDaysOff = () => {
    for (let tries = 0; isOff(at) && tries < MOST_DAYS; tries++) at += DAY_MS
  }
  if (count === 0) pastDaysOff()
  for (let left = count; left > 0; left--) {
    at += DAY_MS
    pastDaysOff()
  }
  return dayOf(at)
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
