import { useLiveQuery } from 'dexie-react-hooks'
import CircleCheck from 'lucide-react/icons/circle-check'
import HardDrive from 'lucide-react/icons/hard-drive'
import Send from 'lucide-react/icons/send'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Chip, type ChipKind } from '#pwa/ui/chip.tsx'
import type { LocalSale, OutboxEntry } from '#sync/till/till-db.ts'
import { entriesFor, stateOf, type SaleState as State } from '#sync/till/waiting.ts'
import { till } from '../till.ts'
import * as salesWords from './sales-words.ts'

const LOOKS: Record<State, { kind: ChipKind; Icon: typeof Send }> = {
  kept: { kind: 'plain', Icon: HardDrive },
  sent: { kind: 'info', Icon: Send },
  accepted: { kind: 'ok', Icon: CircleCheck },
  attention: { kind: 'bad', Icon: TriangleAlert },
}

/** The state of a sale, updated live. */
export function SaleState({ sale }: { sale: LocalSale }) {
  const entries = useLiveQuery(() => entriesFor(till, [sale]), [sale.id])
  return <StateChip sale={sale} entry={entries?.get(sale.id)} />
}

/** The state of a sale: an icon and words. */
export function StateChip({ sale, entry }: { sale: LocalSale | undefined; entry: OutboxEntry | undefined }) {
  const { kind, Icon } = LOOKS[stateOf(sale, entry)]
  return (
    <Chip kind={kind} icon={<Icon size={16} aria-hidden />}>
      {stateWords(sale, entry)}
    </Chip>
  )
}

export function stateWords(sale: LocalSale | undefined, entry: OutboxEntry | undefined): string {
  const state = stateOf(sale, entry)
  if (state === 'accepted')
    return sale?.verdict?.status === 'accepted' && sale.verdict.order_id
      ? salesWords.acceptedAs(sale.verdict.order_id)
      : salesWords.accepted
  if (state === 'attention') return salesWords.needsAttention
  return state === 'sent' ? salesWords.sent : salesWords.onThisDevice
}
