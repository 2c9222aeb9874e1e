import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Hourglass from 'lucide-react/icons/hourglass'
import PackageCheck from 'lucide-react/icons/package-check'
import { Chip, type ChipKind } from '#pwa/ui/chip.tsx'
import { ORDER_STATUSES, type OrderStatus } from '#sync/protocol/shop/order.ts'

const LOOKS = {
  UNPAID: { kind: 'warn', Icon: CircleDashed },
  PROCESSING: { kind: 'info', Icon: Hourglass },
  READY_TO_SHIP: { kind: 'info', Icon: PackageCheck },
  COMPLETED: { kind: 'ok', Icon: CircleCheck },
  CANCELLED: { kind: 'plain', Icon: Ban },
} as const satisfies Record<OrderStatus, { kind: ChipKind; Icon: unknown }>

export function OrderStatusChip({ status }: { status: OrderStatus }) {
  const { kind, Icon } = LOOKS[status]
  return (
    <Chip kind={kind} icon={<Icon size={16} aria-hidden />}>
      {ORDER_STATUSES[status]}
    </Chip>
  )
}
