import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Chip } from '#pwa/ui/chip.tsx'
import * as words from './ledger-words.ts'

/** Counted less expected, as a word with its amount. */
export function DifferenceChip({ difference }: { difference: number }) {
  if (difference === 0)
    return (
      <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
        {words.noDifference}
      </Chip>
    )
  return (
    <Chip kind={difference < 0 ? 'bad' : 'warn'} icon={<CircleAlert size={16} aria-hidden />}>
      {words.offBy(difference)}
    </Chip>
  )
}
