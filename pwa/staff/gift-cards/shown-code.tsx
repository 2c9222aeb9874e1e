import { useEffect, useRef } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import styles from './gift-cards.module.css'
import * as words from './gift-card-words.ts'

/** A code that is shown once. */
export function ShownCode({ code }: { code: string }) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  const copy = async () => {
    await navigator.clipboard.writeText(code)
    say({ words: words.copied })
  }
  return (
    <div ref={shown} tabIndex={-1} className={styles.shown}>
      <Alert kind="ok" title={words.codeOnce}>
        <p className={styles.code}>{code}</p>
        <Button type="button" kind="secondary" onClick={() => void copy()}>
          {words.copy}
        </Button>
      </Alert>
    </div>
  )
}
