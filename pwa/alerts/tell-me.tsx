import Bell from 'lucide-react/icons/bell'
import { useState } from 'react'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { AlertSubject } from '#sync/protocol/shop/alert.ts'
import * as words from './ask-words.ts'

const AskDialog = lazyPart(() => import('./ask-dialog.tsx'), 'AskDialog')

/** A button that asks to be told later. What it opens loads with the first tap. */
export function TellMe({
  kind,
  subject_id,
  name,
}: AlertSubject & { /** Short, where many stand side by side. */ name?: string }) {
  const [shown, show] = useState<boolean | null>(null)
  return (
    <>
      <Button
        type="button"
        kind={name ? 'quiet' : 'secondary'}
        icon={<Bell size={20} aria-hidden />}
        {...(name && { 'aria-label': words.priceAlertFor(name) })}
        onClick={() => show(true)}
      >
        {name ? words.priceAlert : words.ask[kind]}
      </Button>
      {shown !== null && <AskDialog kind={kind} subject_id={subject_id} open={shown} onClose={() => show(false)} />}
    </>
  )
}
