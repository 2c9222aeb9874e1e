import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Hourglass from 'lucide-react/icons/hourglass'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { Chip, type ChipKind } from '#pwa/ui/chip.tsx'
import { REFUND_STATUSES, type RefundStatus } from '#sync/protocol/shop/refund.ts'

const LOOKS = {
  REQUESTED: { kind: 'warn', Icon: Hourglass },
  APPROVED: { kind: 'info', Icon: ThumbsUp },
  REFUSED: { kind: 'plain', Icon: Ban },
  COMPLETED: { kind: 'ok', Icon: CircleCheck },
} as const satisfies Record<RefundStatus, { kind: ChipKind; Icon: unknown }>

export function RefundStatusChip({ status }: { status: RefundStatus }) {
  const { kind, Icon } = LOOKS[status]
  return (
    <Chip kind={kind} icon={<Icon size={16} aria-hidden />}>
      {REFUND_STATUSES[status]}
    </Chip>
  )
}
