import { formatCedis, toCedis } from '#sync/protocol/money.ts'
import { DENOMINATIONS, worthOf, type CountedCash } from '#sync/protocol/shifts/denominations.ts'
import * as reportWords from '#pwa/shifts/shift-words.ts'
import styles from './shift-screen.module.css'

interface Props {
  legend: string
  /** What was typed before a reload, by field. */
  typed: Readonly<Record<string, string>>
  cash: CountedCash
}

/** A field for each note and coin, and what they come to. */
export const CashFields = ({ legend, typed, cash }: Props) => (
  <fieldset className={styles.cash}>
    <legend>
      {legend} <output aria-live="polite">{formatCedis(toCedis(worthOf(cash)))}</output>
    </legend>
    {DENOMINATIONS.map(({ code }) => (
      <label key={code}>
        <span>{reportWords.pieces[code]}</span>
        <input name={code} inputMode="numeric" autoComplete="off" maxLength={5} defaultValue={typed[code] ?? ''} />
      </label>
    ))}
  </fieldset>
)
