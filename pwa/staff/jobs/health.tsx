import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useApi } from '#pwa/lib/use-api.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { HealthCheck } from '#sync/protocol/staff/health.ts'
import { Unread } from '../kit/unread.tsx'
import styles from './jobs.module.css'
import * as words from './job-words.ts'

const STATES = {
  ok: { kind: 'ok', words: words.well, Icon: CircleCheck },
  warn: { kind: 'warn', words: words.checkThis, Icon: TriangleAlert },
  bad: { kind: 'bad', words: words.problem, Icon: CircleAlert },
} as const

/** The state of every part that the shop depends on. */
export function HealthScreen() {
  const read = useApi('GET /api/staff/health', {}, { page: true, staleTime: 0 })
  const { data, error, refetch, isFetching } = read
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.health}</h1>
        <Button
          type="button"
          kind="secondary"
          busy={isFetching}
          icon={<RefreshCw size={20} aria-hidden />}
          onClick={() => void refetch()}
        >
          {words.checkAgain}
        </Button>
      </div>
      <Unread of={read} />
      {!data && !error && <Loader rows={8} height={64} />}
      {data && (
        <>
          <ul className={`bare ${styles.checks}`}>
            {data.health.checks.map(check => (
              <Check key={check.name} check={check} />
            ))}
          </ul>
          <p className={styles.soft}>{words.asOf(data.health.checked_at)}</p>
        </>
      )}
    </div>
  )
}

function Check({ check: { name, state, words } }: { check: HealthCheck }) {
  const { kind, words: judged, Icon } = STATES[state]
  return (
    <li>
      <div>
        <h2>{name}</h2>
        <p>{words}</p>
      </div>
      <Chip kind={kind} icon={<Icon size={16} aria-hidden />}>
        {judged}
      </Chip>
    </li>
  )
}
