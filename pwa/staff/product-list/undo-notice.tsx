import Undo from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useAtom } from 'jotai'
import { useEffect, useState, useTransition } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { UNDO_MS } from '#sync/protocol/staff/bulk-change.ts'
import { lastBulk } from './last-bulk.ts'
import styles from '../products/products.module.css'
import { rereadProducts } from '../products/reread-products.ts'
import * as listWords from './product-list-words.ts'

/** Offers to undo the last bulk change, for a minute. */
export function UndoNotice() {
  const [bulk, set] = useAtom(lastBulk)
  const [busy, start] = useTransition()
  const seconds = useSecondsUntil(bulk?.until ?? 0)
  if (!bulk || seconds <= 0) return null
  const undo = () =>
    start(async () => {
      try {
        const { message } = await api('POST /api/staff/products/bulk/:id/undo', { params: { id: bulk.id } })
        say({ words: message, kind: 'ok' })
      } catch (error) {
        say({ words: messagesOf(error)[0]!, kind: 'bad' })
      }
      set(null)
      await rereadProducts()
    })
  return (
    <div className={styles.undo} role="region" aria-label={listWords.lastChange}>
      <strong role="status">{bulk.words}</strong>
      <Button type="button" kind="secondary" busy={busy} icon={<Undo size={20} aria-hidden />} onClick={undo}>
        {listWords.undo}
      </Button>
      <span className={styles.hint} aria-hidden>
        {listWords.secondsLeft(seconds)}
      </span>
      <IconButton label={listWords.close} icon={<X size={20} />} onClick={() => set(null)} />
    </div>
  )
}

function useSecondsUntil(moment: number): number {
  const [now, tick] = useState(Date.now)
  useEffect(() => {
    if (moment <= Date.now()) return
    const timer = setInterval(() => {
      tick(Date.now())
      if (Date.now() >= moment) clearInterval(timer)
    }, 500)
    return () => clearInterval(timer)
  }, [moment])
  // Until the first tick `now` is when the list was opened.
  return Math.ceil(Math.min(moment - now, UNDO_MS) / 1000)
}
