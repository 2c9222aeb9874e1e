import CircleCheck from 'lucide-react/icons/circle-check'
import CircleOff from 'lucide-react/icons/circle-off'
import { Chip } from '#pwa/ui/chip.tsx'
import type { Till } from '#sync/protocol/till.ts'

export const TILL_STATES: Record<Till['status_code'], string> = { ACTIVE: 'In use', REVOKED: 'Revoked' }

export const TillChip = ({ status }: { status: Till['status_code'] }) =>
  status === 'ACTIVE' ? (
    <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
      {TILL_STATES.ACTIVE}
    </Chip>
  ) : (
    <Chip icon={<CircleOff size={16} aria-hidden />}>{TILL_STATES.REVOKED}</Chip>
  )

/** Numbers as stretches: 3, 4, 5 and 9 are '3–5, 9'. Ascending. */
export function stretches(numbers: readonly number[]): string {
  const found: [number, number][] = []
  for (const number of numbers) {
    const last = found.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else found.push([number, number])
  }
  return found.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ')
}
