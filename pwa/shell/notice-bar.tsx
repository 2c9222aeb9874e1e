import { useAtomValue } from 'jotai'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { notice, unsay } from '#pwa/lib/notice.ts'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import styles from './notice-bar.module.css'

const ICONS = { ok: CircleCheck, bad: CircleAlert, info: Info }

/** Shows the notices of `say`: one sentence at the bottom of the screen. */
export function NoticeBar() {
  const news = useAtomValue(notice)
  const { words, kind = 'ok', link, action } = news ?? { words: '' }
  const Icon = ICONS[kind]
  return (
    <div className={styles.region} role={kind === 'bad' ? 'alert' : 'status'}>
      {news && (
        <div className={`${styles.notice} ${styles[kind]}`}>
          <Icon size={20} aria-hidden />
          <p>{words}</p>
          {link && (
            <Link to={link.to} onClick={unsay}>
              {link.words}
            </Link>
          )}
          {action && (
            <Button
              type="button"
              kind="quiet"
              onClick={() => {
                unsay()
                action.run()
              }}
            >
              {action.words}
            </Button>
          )}
          <IconButton label={uiWords.close} icon={<X size={18} />} onClick={unsay} />
        </div>
      )}
    </div>
  )
}
