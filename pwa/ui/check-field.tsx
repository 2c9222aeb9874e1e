import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './field.module.css'
import { useUnfit } from './use-unfit.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'required'> {
  label: ReactNode
  name: string
  hint?: ReactNode
  errors?: readonly string[] | undefined
}

/** A checkbox with its label beside it. */
export function CheckField({ label, hint, errors = [], ...rest }: Props) {
  const id = useId()
  const { said, onInput } = useUnfit(errors)
  const isWrong = said.length > 0
  const described = [hint && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field} onInput={onInput}>
      <label className={styles.check}>
        <input
          {...rest}
          type="checkbox"
          aria-invalid={isWrong || undefined}
          aria-describedby={described || undefined}
        />
        {label}
      </label>
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {isWrong && (
        <span className={styles.error} id={`${id}-error`}>
          <CircleAlert size={16} aria-hidden />
          {said.join(' ')}
        </span>
      )}
    </div>
  )
}
