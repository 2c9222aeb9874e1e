import CircleCheck from 'lucide-react/icons/circle-check'
import Hourglass from 'lucide-react/icons/hourglass'
import Minus from 'lucide-react/icons/minus'
import Send from 'lucide-react/icons/send'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Chip, type ChipKind } from '#pwa/ui/chip.tsx'
import {
  GOODS_STATUSES,
  MONEY_STATUSES,
  type GoodsStatus,
  type MoneyStatus,
  type Refund,
} from '#sync/protocol/shop/refund.ts'

const MONEY = {
  NONE: { kind: 'plain', Icon: Minus },
  PENDING: { kind: 'warn', Icon: Hourglass },
  PROCESSING: { kind: 'info', Icon: Send },
  NEEDS_ATTENTION: { kind: 'bad', Icon: TriangleAlert },
  DONE: { kind: 'ok', Icon: CircleCheck },
} as const satisfies Record<MoneyStatus, { kind: ChipKind; Icon: unknown }>

const GOODS = {
  AWAITED: { kind: 'warn', Icon: Hourglass },
  BACK: { kind: 'ok', Icon: CircleCheck },
  KEPT: { kind: 'plain', Icon: Minus },
} as const satisfies Record<GoodsStatus, { kind: ChipKind; Icon: unknown }>

/** Whether it is decided, so that money and goods may move. */
export const isDecided = ({ status_code }: Pick<Refund, 'status_code'>) =>
  status_code === 'APPROVED' || status_code === 'COMPLETED'

/** The state of the money; a dash if there is none yet. */
export function MoneyChip({ refund }: { refund: Refund }) {
  if (!isDecided(refund)) return '–'
  const { kind, Icon } = MONEY[refund.money_status]
  return (
    <Chip kind={kind} icon={<Icon size={16} aria-hidden />}>
      {MONEY_STATUSES[refund.money_status]}
    </Chip>
  )
}

export function GoodsChip({ refund }: { refund: Refund }) {
  if (!isDecided(refund)) return '–'
  const { kind, Icon } = GOODS[refund.goods_status]
  return (
    <Chip kind={kind} icon={<Icon size={16} aria-hidden />}>
      {GOODS_STATUSES[refund.goods_status]}
    </Chip>
  )
}
