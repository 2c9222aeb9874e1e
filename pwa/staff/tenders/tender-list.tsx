import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState, useTransition } from 'react'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { ButtonLink, IconButton } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { Account } from '#sync/protocol/staff/ledger.ts'
import { Unread } from '../kit/unread.tsx'
import styles from './tenders.module.css'
import * as words from './tender-words.ts'

/** How customers may pay at the till, in the order in which tills offer it. */
export function TenderList() {
  const read = useApi('GET /api/staff/accounts', { query: { per_page: 100 } }, { page: true })
  const tenders = (read.data?.accounts.data ?? []).filter(({ kind }) => kind !== null)
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.waysToPay}</h1>
        <div className={styles.actions}>
          <ButtonLink to="/staff/accounts" kind="secondary">
            {words.accounts}
          </ButtonLink>
          <ButtonLink to="/staff/accounts/tenders/add" icon={<Plus size={20} aria-hidden />}>
            {words.newWay}
          </ButtonLink>
        </div>
      </div>
      <Unread of={read} />
      {read.isPending && <Loader rows={5} height={64} />}
      {read.data && <Ordered tenders={tenders.sort((a, b) => a.place - b.place)} />}
    </div>
  )
}

function Ordered({ tenders }: { tenders: readonly Account[] }) {
  const list = useRef<HTMLOListElement>(null)
  const [errors, fail] = useState<string[]>([])
  const [moved, tell] = useState<{ id: number; words: string } | null>(null)
  const [busy, start] = useTransition()
  useEffect(() => {
    if (moved && !busy) list.current?.querySelector<HTMLElement>(`[data-row='${moved.id}'] a`)?.focus()
  }, [moved, busy])

  const move = (tender: Account, place: number) =>
    start(async () => {
      try {
        await api('PATCH /api/staff/accounts/:id', { params: { id: tender.id }, body: { place } })
        fail([])
        tell({ id: tender.id, words: words.nowAt(tender.name, place, tenders.length) })
      } catch (error) {
        fail(messagesOf(error))
        tell({ id: tender.id, words: '' })
      }
      await queries.invalidateQueries({ queryKey: ['GET /api/staff/accounts'] })
    })

  return (
    <>
      <p className={styles.about}>{words.about}</p>
      <ErrorList messages={errors} />
      <p role="status" className="visually-hidden">
        {moved?.words}
      </p>
      <ol ref={list} className={`bare ${styles.list}`} aria-label={words.waysToPay} aria-busy={busy || undefined}>
        {tenders.map((tender, i) => (
          <li key={tender.id} data-row={tender.id} className={styles.row}>
            <p>
              <Link to={`/staff/accounts/tenders/${tender.id}/view`}>{tender.name}</Link>{' '}
              {tender.status_code === 'ARCHIVED' && <Chip>{words.states.ARCHIVED}</Chip>}
              <span>{words.rules(tender)}</span>
            </p>
            <IconButton
              label={words.moveUp(tender.name)}
              icon={<ArrowUp size={20} aria-hidden />}
              disabled={busy || i === 0}
              onClick={() => move(tender, i)}
            />
            <IconButton
              label={words.moveDown(tender.name)}
              icon={<ArrowDown size={20} aria-hidden />}
              disabled={busy || i === tenders.length - 1}
              onClick={() => move(tender, i + 2)}
            />
          </li>
        ))}
      </ol>
    </>
  )
}
