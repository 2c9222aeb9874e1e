import { useLiveQuery } from 'dexie-react-hooks'
import Wallet from 'lucide-react/icons/wallet'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { openShiftOf } from '#sync/till/shifts/kept-shift.ts'
import { settings } from '../settings.ts'
import { till } from '../till.ts'
import { useReplica } from '../use-till.ts'
import * as words from './shift-screen-words.ts'

/** The way to the till's shift, where the shop keeps shifts or one is open. */
export function ShiftLink() {
  const { ready } = useReplica()
  const open = useLiveQuery(async () => ((await openShiftOf(till)) ? 'open' : 'none'))
  if (open === undefined || !ready) return null
  if (open === 'none' && settings.get('till_shifts') !== 'ON') return null
  return (
    <ButtonLink
      to="/staff/till/shift"
      kind={open === 'open' ? 'quiet' : 'secondary'}
      icon={<Wallet size={20} aria-hidden />}
    >
      {open === 'open' ? words.shift : words.openShift}
    </ButtonLink>
  )
}
