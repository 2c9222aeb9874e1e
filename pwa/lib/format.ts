export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export const formatCount = (count: number) => count.toLocaleString('en-GH')

/**
 * A moment in Accra, which keeps UTC all year, as 'MMMM Do YYYY, h:mm a': 'November 21st 2026, 3:04 pm'. A device set to
 * another time zone shows the same, so that its days are those of the books.
 */
export function formatDate(moment: string | number | Date): string {
  const date = new Date(moment)
  return `${formatDay(date)}, ${formatTime(date)}`
}

/** 'November 21st 2026' */
export function formatDay(moment: string | number | Date): string {
  const date = new Date(moment)
  return `${MONTHS[date.getUTCMonth()]} ${ordinal(date.getUTCDate())} ${date.getUTCFullYear()}`
}

/** For paper: '21 Nov 2026, 3:04 pm' */
export function formatShortDate(moment: string | number | Date): string {
  const date = new Date(moment)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]!.slice(0, 3)} ${date.getUTCFullYear()}, ${formatTime(date)}`
}

/** '3:04 pm' */
export function formatTime(moment: string | number | Date): string {
  const date = new Date(moment)
  const hour = date.getUTCHours()
  return `${hour % 12 || 12}:${String(date.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** A duration from ms: 'less than a minute', '37 min', '2 h 5 min', '3 days'. */
export function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`
}

/** 1st, 2nd, 3rd, 4th, 11th, 21st … */
function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}
