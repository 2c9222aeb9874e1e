import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Chip } from '#pwa/ui/chip.tsx'
import { formatCedis } from '#sync/protocol/money.ts'

/** Counted less expected, in a word and its amount. */
export function DifferenceChip({ difference }: { difference: number }) {
  if (difference === 0)
    return (
      <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
        No difference
      </Chip>
    )
  return (
    <Chip kind={difference < 0 ? 'bad' : 'warn'} icon={<CircleAlert size={16} aria-hidden />}>
      {formatCedis(Math.abs(difference))} {difference < 0 ? 'missing' : 'too much'}
    </Chip>
  )
}
