import { useId, type ComponentProps } from 'react'
import styles from './field.module.css'
import { useUnfit } from './use-unfit.ts'

interface Props extends ComponentProps<'input'> {
  /** The server's messages about it, if they stand below it. */
  errors?: readonly string[] | undefined
}

/** An input in a table or a row, named by its `aria-label` or by what is around it; what is wrong stands below it. */
export function BareField({ errors = [], 'aria-invalid': invalid, 'aria-describedby': described, ...rest }: Props) {
  const id = useId()
  const { said, onInvalid, onInput } = useUnfit(errors)
  const isWrong = said.length > 0
  return (
    <span className={styles.bare} onInput={onInput}>
      <input
        {...rest}
        aria-invalid={isWrong || invalid || undefined}
        aria-describedby={[described, isWrong && id].filter(Boolean).join(' ') || undefined}
        onInvalid={onInvalid}
      />
      {isWrong && (
        <span className={styles.said} id={id}>
          {said.join(' ')}
        </span>
      )}
    </span>
  )
}
