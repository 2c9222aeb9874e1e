import Download from 'lucide-react/icons/download'
import { install } from '#pwa/browser/install.ts'
import { Button } from '#pwa/ui/button.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import * as words from './install-words.tsx'
import styles from './update-prompt.module.css'

interface Props {
  /** The browser can install the shop itself; otherwise the dialog explains how. */
  isOffered: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks whether to install the shop on this device. */
export function InstallOffer({ isOffered, onYes, onNo }: Props) {
  const yes = async () => {
    if (await install()) onYes()
    else onNo()
  }
  return (
    <div className={styles.prompt} role="region" aria-label={words.installTheShop}>
      {isOffered ? (
        <>
          <p>{words.keepTheShop}</p>
          <div className={styles.buttons}>
            <Button kind="quiet" onClick={onNo}>
              {words.notNow}
            </Button>
            <Button icon={<Download size={20} aria-hidden />} onClick={() => void yes()}>
              {words.install}
            </Button>
          </div>
        </>
      ) : (
        <>
          <words.HowToKeepIt />
          <div className={styles.buttons}>
            <Button kind="quiet" onClick={onNo}>
              {uiWords.close}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
