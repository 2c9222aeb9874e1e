import { answerSecondFactor } from '#pwa/session/sign-in.ts'
import page from '#pwa/ui/page.module.css'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'
import { FactorForm } from './factor-form.tsx'
import * as words from './second-factor-words.ts'

/** The second step of a sign-in. */
export function SecondStep({ asked, onLeave }: { asked: FactorAsked; onLeave: () => void }) {
  return (
    <div className={page.narrow}>
      <h1>{words.confirmItIsYou}</h1>
      <div className={page.stack}>
        <p>{words.atSignIn}</p>
        <FactorForm asked={asked} send={answerSecondFactor} onLeave={onLeave} leave={words.backToLogin} />
      </div>
    </div>
  )
}
