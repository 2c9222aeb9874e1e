import { useLiveQuery } from 'dexie-react-hooks'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { firstName, type SignedIn } from '#pwa/session/session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { askOf } from '#sync/till/screen-lock.ts'
import { settings } from '../settings.ts'
import { till } from '../till.ts'
import { useReplica } from '../use-till.ts'
import { AskForPin } from './ask-for-pin.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { lockNow } from './lock-till.ts'
import { useLockWhenIdle } from './lock-when-idle.ts'
import * as words from './lock-words.ts'

/** Who stands at this till, and one touch to lock it. A new person is asked for a PIN; an idle till locks itself. */
export function LockButton({ teller }: { teller: SignedIn }) {
  const [isChoosing, setChoosing] = useState(false)
  const { id } = teller
  useReplica()
  const asked = useLiveQuery(() => askOf(till, id), [id])
  useLockWhenIdle(teller)
  const lock = async () => {
    const outcome = await lockNow(teller)
    setChoosing(outcome === 'needs_pin')
    if (outcome === 'over') say({ kind: 'bad', words: words.pinTooOld })
  }
  return (
    <>
      <Button
        type="button"
        kind="quiet"
        icon={<Lock size={20} aria-hidden />}
        aria-label={words.lockOrSwitch(firstName(teller))}
        onClick={() => void lock()}
      >
        {firstName(teller)}
      </Button>
      {isChoosing && <LockDialog user={teller} open onClose={() => setChoosing(false)} />}
      {asked && !isChoosing && settings.get('till_pins') === 'ON' && (
        <AskForPin teller={teller} maySkip={asked === 'may_skip'} />
      )}
    </>
  )
}
