import { useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import page from '#pwa/ui/page.module.css'
import type { OwnFactors } from '#sync/protocol/staff/second-factor.ts'
import { Opening } from '../opening.tsx'
import { Unread } from '../kit/unread.tsx'
import { Authenticator } from './authenticator.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { needsPassword } from './own-factors.ts'
import * as words from './security-words.tsx'

/** A user's second factors, beside the password. */
export function Security() {
  const read = useApi('GET /api/account/second-factors', {}, { page: true })
  const [codes, show] = useState<string[] | null>(null)
  const { data } = read
  if (!data) return <Opening title={words.security} back="/staff" read={read} />
  const { factors } = data
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.security}</h1>
      </div>
      <Unread of={read} />
      <Policy factors={factors} />
      <div className={styles.sections}>
        <RecoveryCodes factors={factors} codes={codes} show={show} />
        <Passkeys factors={factors} show={show} />
        <Authenticator factors={factors} show={show} />
      </div>
    </div>
  )
}

function Policy({ factors }: { factors: OwnFactors }) {
  const isSetUp = factors.passkeys.length > 0 || factors.authenticator !== null
  if (factors.policy === 'REQUIRED' && !isSetUp)
    return (
      <Alert kind="warn" title={words.setUpFirst}>
        {words.addBelow} {needsPassword(factors) && words.passwordOnceMore}
      </Alert>
    )
  if (factors.policy === 'OFF') return <Alert kind="info">{words.isOff}</Alert>
  return isSetUp ? <Alert kind="ok">{words.isOn}</Alert> : <Alert kind="info">{words.addOne}</Alert>
}
