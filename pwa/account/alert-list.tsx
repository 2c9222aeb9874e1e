import Bell from 'lucide-react/icons/bell'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import * as words from '#pwa/alerts/alert-words.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { OwnAlert } from '#sync/protocol/shop/alert.ts'
import styles from './own-list.module.css'

/** What the customer wants to be told. */
export function AlertList() {
  const { data, error, refetch } = useApi('GET /api/alerts', {}, { page: true })
  const alerts = data?.alerts
  return (
    <>
      <div className={page.head}>
        <h1>{words.alerts}</h1>
      </div>
      {!alerts && error ? (
        <LoadError what={words.yourAlerts} message={error.message} again={() => void refetch()} />
      ) : !alerts ? (
        <Loader rows={3} height={72} />
      ) : alerts.length === 0 ? (
        <EmptyState
          title={words.none}
          icon={<Bell size={32} aria-hidden />}
          action={<ButtonLink to="/shop">{words.toShop}</ButtonLink>}
        >
          {words.howTo}
        </EmptyState>
      ) : (
        <ul className={`bare ${styles.rows}`}>
          {alerts.map(alert => (
            <Row key={alert.id} alert={alert} onGone={() => void refetch()} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ alert, onGone }: { alert: OwnAlert; onGone: () => void }) {
  const { errors, busy, onSubmit } = useSubmit(async () => {
    await api('DELETE /api/alerts/:id', { params: { id: alert.id } })
    onGone()
    return null
  })
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <strong>{words.about[alert.kind]}</strong>
        <Link to={alert.path}>{alert.name}</Link>
        <span>{alert.is_confirmed ? words.told[alert.by] : words.notConfirmed}</span>
        <ErrorList messages={errors} />
      </div>
      <form method="post" onSubmit={onSubmit}>
        <Button kind="secondary" busy={busy} aria-label={words.turnOffWhich(alert)}>
          {words.turnOff}
        </Button>
      </form>
    </li>
  )
}
