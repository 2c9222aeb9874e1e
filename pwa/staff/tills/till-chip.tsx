import CircleCheck from 'lucide-react/icons/circle-check'
import CircleOff from 'lucide-react/icons/circle-off'
import { Chip } from '#pwa/ui/chip.tsx'
import type { Till } from '#sync/protocol/till.ts'
import * as words from './till-words.tsx'

export const TillChip = ({ status }: { status: Till['status_code'] }) =>
  status === 'ACTIVE' ? (
    <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
      {words.states.ACTIVE}
    </Chip>
  ) : (
    <Chip icon={<CircleOff size={16} aria-hidden />}>{words.states.REVOKED}</Chip>
  )
