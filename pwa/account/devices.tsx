import { useRef, useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import type { OwnSession } from '#sync/protocol/shop/account.ts'
import styles from './account.module.css'
import * as words from './details-words.ts'

export function Devices() {
  const { data, error, refetch } = useApi('GET /api/account/sessions', {})
  const [ending, setEnding] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const end = async (which: string, call: () => Promise<{ message: string }>) => {
    setEnding(which)
    await call().then(
      ({ message }) => say({ kind: 'ok', words: message }),
      (failure: unknown) => say({ kind: 'bad', words: messagesOf(failure).join(' ') }),
    )
    await queries.invalidateQueries({ queryKey: ['GET /api/account/sessions'] })
    setEnding(null)
    heading.current?.focus() // the button that had focus is gone
  }
  const sessions = data?.sessions.data
  return (
    <section className={styles.section} aria-labelledby="devices">
      <h2 id="devices" ref={heading} tabIndex={-1}>
        {words.whereSignedIn}
      </h2>
      {sessions ? (
        <ul className={`bare ${styles.devices}`}>
          {sessions.map(session => (
            <li key={session.id}>
              <Device session={session} />
              {session.current ? (
                <Chip kind="info">{words.thisDevice}</Chip>
              ) : (
                <Button
                  type="button"
                  kind="quiet"
                  busy={ending === session.id}
                  disabled={ending !== null}
                  aria-label={words.signOutWhich(session.device_name, formatDate(session.used_at))}
                  onClick={() =>
                    void end(session.id, () =>
                      api('DELETE /api/account/sessions/:session', { params: { session: session.id } }),
                    )
                  }
                >
                  {words.signOut}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : error ? (
        <LoadError what={words.yourDevices} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={2} height={64} />
      )}
      {sessions && sessions.length > 2 && (
        <div>
          <Button
            type="button"
            kind="secondary"
            busy={ending === 'all'}
            disabled={ending !== null}
            onClick={() => void end('all', () => api('DELETE /api/account/sessions'))}
          >
            {words.signOutOthers}
          </Button>
        </div>
      )}
    </section>
  )
}

const Device = ({ session }: { session: OwnSession }) => (
  <span className={styles.device}>
    <span>{words.device(session.device_name)}</span>
    <small>{words.lastUsed(formatDate(session.used_at))}</small>
  </span>
)
