import { useApi } from '#pwa/lib/use-api.ts'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import styles from './account.module.css'
import { ConfirmNotice } from './confirm-email.tsx'
import { DetailsForm } from './details-form.tsx'
import * as words from './details-words.ts'
import { Devices } from './devices.tsx'
import { OwnData } from './own-data.tsx'
import { PasswordForm } from './password-form.tsx'

/** A customer's own details, and what they can do with them. */
export function Details() {
  const { data, error, refetch } = useApi('GET /api/account', {}, { page: true })
  return (
    <>
      <div className={page.head}>
        <h1>{words.yourDetails}</h1>
      </div>
      {data ? (
        <div className={styles.sections}>
          {data.user.unconfirmed_until && <ConfirmNotice email={data.user.email} until={data.user.unconfirmed_until} />}
          <DetailsForm user={data.user} />
          <PasswordForm email={data.user.email} />
          <Devices />
          <OwnData user={data.user} />
        </div>
      ) : error ? (
        <LoadError what={words.yourDetails} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={7} height={44} />
      )}
    </>
  )
}
