import { Fragment, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Dialog } from '#pwa/ui/dialog.tsx'
import styles from './keys-dialog.module.css'
import { useSendKey } from './kit/use-send-key.ts'
import { useShortcut } from './use-shortcut.ts'
import * as words from './staff-words.ts'

/** The till has its own shortcuts, and a scanner that types. */
const TILL = '/staff/orders/add'

/** '?' lists the shortcuts; Ctrl+Enter submits the back office's forms. */
export function KeysDialog() {
  const [isOpen, open] = useState(false)
  const { pathname } = useLocation()
  useShortcut('?', () => open(pathname !== TILL))
  useSendKey(pathname.startsWith('/staff') && pathname !== TILL)
  return (
    <Dialog open={isOpen} onClose={() => open(false)} title={words.keysTitle}>
      {words.keys.map(([where, keys]) => (
        <section key={where} className={styles.group}>
          <h3>{where}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <Fragment key={key}>
                <dt>
                  {key.split(' ').map(part => (
                    <kbd key={part}>{part}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
