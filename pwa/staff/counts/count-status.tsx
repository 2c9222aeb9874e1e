import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import ListChecks from 'lucide-react/icons/list-checks'
import ScanLine from 'lucide-react/icons/scan-line'
import { Chip, type ChipKind } from '#pwa/ui/chip.tsx'
import type { StockCountStatus } from '#sync/protocol/staff/stock-count.ts'
import { COUNT_STATUS_WORDS } from '../stock/stock-words.ts'

const LOOKS: Record<StockCountStatus, { kind: ChipKind; Icon: typeof CircleX }> = {
  OPEN: { kind: 'info', Icon: ScanLine },
  CHECKED: { kind: 'warn', Icon: ListChecks },
  CLOSED: { kind: 'ok', Icon: CircleCheck },
  CANCELLED: { kind: 'plain', Icon: CircleX },
}

export function CountStatusChip({ status }: { status: StockCountStatus }) {
  const { kind, Icon } = LOOKS[status]
  return (
    <Chip kind={kind} icon={<Icon size={16} aria-hidden />}>
      {COUNT_STATUS_WORDS[status]}
    </Chip>
  )
}
