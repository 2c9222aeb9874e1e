import CloudOff from 'lucide-react/icons/cloud-off'
import { useEffect, useEffectEvent } from 'react'
import { AGAIN_MS } from '#pwa/lib/use-api.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import styles from './desk.module.css'
import * as words from './desk-words.ts'

/** The desk without a connection: what still works, and its figures as soon as the shop answers. */
export function DeskOffline({ again }: { again: () => void }) {
  const retry = useEffectEvent(again)
  useEffect(() => {
    const ask = () => retry()
    const timer = setInterval(ask, AGAIN_MS)
    addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
    }
  }, [])
  return (
    <EmptyState
      title={words.noConnection}
      icon={<CloudOff size={32} aria-hidden />}
      action={
        <div className={styles.ways}>
          <ButtonLink to="/staff/orders/add">{words.openTill}</ButtonLink>
          <ButtonLink to="/staff/till/sales" kind="secondary">
            {words.todaysSales}
          </ButtonLink>
          <Button type="button" kind="quiet" onClick={again}>
            {words.tryAgain}
          </Button>
        </div>
      }
    >
      {words.tillStillSells}
    </EmptyState>
  )
}
