import { getDefaultStore, useAtom } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { proofWanted } from '#pwa/session/step-up.ts'
import { Dialog } from '#pwa/ui/dialog.tsx'
import page from '#pwa/ui/page.module.css'
import type { FactorAnswer } from '#sync/protocol/staff/second-factor.ts'
import { FactorForm } from './factor-form.tsx'
import * as words from './second-factor-words.ts'

/** Answers the waiting call if the person signs out. */
function leave(): void {
  const waiting = getDefaultStore().get(proofWanted)
  if (waiting && waiting !== 'set up') waiting.end(false)
}

export const SECURITY = '/staff/security'

/** Asks for a second factor while a call waits, and opens the Security screen if one must be set up first. */
export function StepUp() {
  const [wanted, want] = useAtom(proofWanted)
  const navigate = useNavigate()
  useEffect(() => {
    if (wanted !== 'set up') return
    want(null)
    void navigate(SECURITY)
  }, [wanted, want, navigate])
  useEffect(() => leave, [])
  const question = wanted === 'set up' ? null : wanted
  const send = async (body: FactorAnswer) => {
    await api('POST /api/step-up', { body })
    question?.end(true)
  }
  return (
    <Dialog open={question !== null} onClose={() => question?.end(false)} title={words.confirmItIsYou}>
      {question && (
        <div className={page.stack}>
          <p>{words.again}</p>
          <FactorForm asked={question.asked} send={send} onLeave={() => question.end(false)} leave={words.cancel} />
        </div>
      )}
    </Dialog>
  )
}
