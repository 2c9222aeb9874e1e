import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleSlash from 'lucide-react/icons/circle-slash'
import TrendingDown from 'lucide-react/icons/trending-down'
import { Chip, type ChipKind } from '#pwa/ui/chip.tsx'
import { levelOf, type StockLevel, type StockRow } from '#sync/protocol/staff/stock.ts'
import { LEVEL_WORDS } from './stock-words.ts'

const LOOKS: Record<StockLevel, { kind: ChipKind; Icon: typeof CircleAlert }> = {
  LOW: { kind: 'warn', Icon: TrendingDown },
  ZERO: { kind: 'plain', Icon: CircleSlash },
  OVERSOLD: { kind: 'bad', Icon: CircleAlert },
}

/** The stock level of a variation in a word; nothing if it is normal. */
export function StockLevelChip({ row }: { row: Pick<StockRow, 'available' | 'reorder_level'> }) {
  const level = levelOf(row)
  if (!level) return null
  const { kind, Icon } = LOOKS[level]
  return (
    <Chip kind={kind} icon={<Icon size={16} aria-hidden />}>
      {LEVEL_WORDS[level]}
    </Chip>
  )
}
