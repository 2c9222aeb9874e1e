import type { SignedIn } from '#pwa/session/session.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { lockByPin } from './lock-till.ts'
import * as words from './lock-words.ts'
import { NewPinForm } from './pin-form.tsx'

interface Props {
  user: SignedIn
  open: boolean
  onClose: () => void
}

/** A cashier's first lock on this device: they choose its PIN. */
export const LockDialog = ({ user, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title={words.lockTill}>
    <NewPinForm
      about={words.choosePin}
      confirm={words.lockTill}
      keep={async pin => {
        await lockByPin(user, pin)
        onClose()
      }}
      leave={{ words: words.cancel, go: onClose }}
    />
  </Dialog>
)
