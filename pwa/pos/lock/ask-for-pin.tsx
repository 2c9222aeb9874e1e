import { useState } from 'react'
import { say } from '#pwa/lib/notice.ts'
import type { SignedIn } from '#pwa/session/session.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { choosePin, putOffPin } from '#sync/till/screen-lock.ts'
import { till } from '../till.ts'
import * as words from './lock-words.ts'
import { NewPinForm } from './pin-form.tsx'

interface Props {
  teller: SignedIn
  maySkip: boolean
}

/** Asks a person who has just signed in on this till for a PIN. They may put it off until their next sign-in, once. */
export function AskForPin({ teller, maySkip }: Props) {
  // Escape closes the browser's dialog; where a PIN is due, another one opens.
  const [tries, setTries] = useState(0)
  const putOff = () => (maySkip ? void putOffPin(till, teller) : setTries(tries + 1))
  return (
    <Dialog key={tries} open onClose={putOff} title={words.yourPin}>
      <NewPinForm
        about={`${words.whyPin} ${words.choosePin}`}
        confirm={words.keepPin}
        keep={async pin => {
          await choosePin(till, { teller, pin })
          say({ kind: 'ok', words: words.pinKept })
        }}
        leave={maySkip ? { words: words.notNow, go: putOff } : null}
      />
    </Dialog>
  )
}
