import { api } from '#pwa/lib/api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import type { StaffRefund } from '#sync/protocol/shop/refund.ts'
import { useStep } from '../kit/use-step.ts'
import styles from './refund-view.module.css'
import * as words from './refund-words.ts'

/** Pays a refund as store credit. `onCode` gets the code, which is shown once; the customer may have it by email. */
export function CreditForm({
  refund: { id, amount, order },
  onCode,
}: {
  refund: StaffRefund
  onCode: (code: string) => void
}) {
  const { errors, busy, onSubmit } = useStep(async () => {
    const { code, message } = await api('POST /api/staff/refunds/:id/credit', { params: { id } })
    if (code !== null) onCode(code)
    return { message: code === null ? words.creditSent : message }
  })
  return (
    <div className={styles.step}>
      <h3>{words.storeCredit}</h3>
      <form className={page.stack} onSubmit={onSubmit}>
        <ErrorList messages={errors} />
        <p>{order.type_code === 'WEBSITE' ? words.creditByMail : words.creditByCode}</p>
        <div>
          <Button kind="secondary" busy={busy}>
            {words.giveCredit(amount)}
          </Button>
        </div>
      </form>
    </div>
  )
}
