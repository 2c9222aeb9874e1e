import { useId, type ReactNode } from 'react'
import type { Tender } from '#sync/protocol/tender/tender.ts'
import styles from './payment-form.module.css'
import { TENDER_ICONS } from './tender-icons.ts'
import * as words from '../cart/cart-words.ts'

interface Props {
  tenders: readonly Tender[]
  /** Its code; null while none is. */
  chosen: string | null
  onChoose: (account_code: string) => void
  /** Further buttons in the same row. */
  children?: ReactNode
}

/** The ways of paying as large radio buttons. */
export function TenderChoice({ tenders, chosen, onChoose, children }: Props) {
  const group = useId()
  return (
    <div className={styles.tenders} role="radiogroup" aria-label={words.paymentAccount}>
      {tenders.map(({ code, name, kind }) => {
        const Icon = TENDER_ICONS[kind]
        return (
          <label key={code} className={styles.tender}>
            <input type="radio" name={group} value={code} checked={chosen === code} onChange={() => onChoose(code)} />
            <Icon size={20} aria-hidden />
            {name}
          </label>
        )
      })}
      {children}
    </div>
  )
}
