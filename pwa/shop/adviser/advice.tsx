import { Button } from '#pwa/ui/button.tsx'
import type { AdviceReason, SizeAdvice } from '#sync/protocol/sizes/size-advice.ts'
import * as words from './adviser-words.ts'
import styles from './adviser.module.css'

interface Props {
  advice: SizeAdvice
  nameOf: (size_code: string) => string
  take: (size_code: string) => void
}

/** One size, and why. */
export function Advice({ advice: { size_code, fits, reasons }, nameOf, take }: Props) {
  const size = nameOf(size_code)
  if (fits !== 'YES') return <p>{fits === 'TOO_LARGE' ? words.tooLarge(size) : words.tooSmall(size)}</p>
  return (
    <>
      <p className={styles.size}>{words.suggested(size)}</p>
      <ul>
        {reasons.map(reason => (
          <li key={reason.code}>{why(reason, nameOf)}</li>
        ))}
      </ul>
      <Button type="button" onClick={() => take(size_code)}>
        {words.take(size)}
      </Button>
    </>
  )
}

function why(reason: AdviceReason, nameOf: Props['nameOf']): string {
  switch (reason.code) {
    case 'MEASURED':
      return words.measured(reason.measure)
    case 'BETWEEN':
      return words.between(nameOf(reason.other))
    case 'RUNS_SMALL':
      return words.runsSmall
    case 'RUNS_LARGE':
      return words.runsLarge
    case 'WORN':
      return words.youWear(nameOf(reason.other))
    case 'OWNED':
      return words.owned(reason.name)
    case 'KEPT':
      return words.keptBy(reason.of_ten)
    case 'SENT_BACK':
      return words.sentBack(reason.of_ten)
  }
}
