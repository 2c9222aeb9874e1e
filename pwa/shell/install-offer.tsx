import Download from 'lucide-react/icons/download'
import Share from 'lucide-react/icons/share'
import { install } from '#pwa/lib/install.ts'
import { Button } from '#pwa/ui/button.tsx'
import styles from './update-prompt.module.css'

interface Props {
  /** The browser would install the shop itself; else it is told how. */
  isOffered: boolean
  onYes: () => void
  onNo: () => void
}

/** The question whether to keep the shop on this device. */
export function InstallOffer({ isOffered, onYes, onNo }: Props) {
  const yes = async () => {
    if (await install()) onYes()
    else onNo()
  }
  return (
    <div className={styles.prompt} role="region" aria-label="Install the shop">
      {isOffered ? (
        <>
          <p>Keep the shop on this device: it opens at once, and shows your bag and wishlist without a network too.</p>
          <div className={styles.buttons}>
            <Button kind="quiet" onClick={onNo}>Not now</Button>
            <Button icon={<Download size={20} aria-hidden />} onClick={() => void yes()}>Install</Button>
          </div>
        </>
      ) : (
        <>
          <p>Keep the shop on your phone: tap <Share size={16} aria-hidden /> Share, then “Add to Home Screen”.</p>
          <div className={styles.buttons}><Button kind="quiet" onClick={onNo}>Close</Button></div>
        </>
      )}
    </div>
  )
}
