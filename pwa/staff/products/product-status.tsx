import CircleCheck from 'lucide-react/icons/circle-check'
import CircleOff from 'lucide-react/icons/circle-off'
import { Chip } from '#pwa/ui/chip.tsx'
import * as words from './product-words.ts'

export const ProductStatusChip = ({ status }: { status: 'LIVE' | 'INACTIVE' }) =>
  status === 'LIVE' ? (
    <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
      {words.live}
    </Chip>
  ) : (
    <Chip icon={<CircleOff size={16} aria-hidden />}>{words.inactive}</Chip>
  )
