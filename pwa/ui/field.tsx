import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import styles from './field.module.css'
import * as words from './ui-words.ts'
import { useUnfit, type Checked } from './use-unfit.ts'

interface About {
  label: string
  name: string
  hint?: ReactNode
  /** The server's messages about it. */
  errors?: readonly string[] | undefined
}

/** A labelled input. Uncontrolled: pass `defaultValue`, read its value from the form. */
export function TextField({ label, hint, errors, className, ...rest }: About & ComponentProps<'input'>) {
  return (
    <Labelled {...{ label, hint, errors, className }} required={rest.required}>
      {control => <input {...rest} {...control} />}
    </Labelled>
  )
}

export function TextAreaField({ label, hint, errors, className, ...rest }: About & ComponentProps<'textarea'>) {
  return (
    <Labelled {...{ label, hint, errors, className }} required={rest.required}>
      {control => <textarea {...rest} {...control} />}
    </Labelled>
  )
}

/** A labelled select; its children are `<option>`s. With `required={false}` it may be left open. */
export function SelectField({ label, hint, errors, className, ...rest }: About & ComponentProps<'select'>) {
  return (
    <Labelled {...{ label, hint, errors, className }} required={rest.required ?? true}>
      {control => <select {...rest} {...control} />}
    </Labelled>
  )
}

/** Fields stacked in a column. */
export const FieldGrid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>

interface Control {
  id: string
  className: string | undefined
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
  onInvalid: (event: FormEvent<Checked>) => void
}

interface LabelledProps extends Omit<About, 'name'> {
  className?: string | undefined
  required?: boolean | undefined
  children: (control: Control) => ReactNode
}

function Labelled({ label, hint, errors = [], className = '', required, children }: LabelledProps) {
  const id = useId()
  const { said, onInvalid, onInput } = useUnfit(errors)
  const isWrong = said.length > 0
  const described = [hint && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`${styles.field} ${className}`} onInput={onInput}>
      <label className={styles.label} htmlFor={id}>
        {label} {!required && <span className={styles.optional}>{words.optional}</span>}
      </label>
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({
        id,
        className: styles.control,
        'aria-invalid': isWrong || undefined,
        'aria-describedby': described || undefined,
        onInvalid,
      })}
      {isWrong && (
        <span className={styles.error} id={`${id}-error`}>
          <CircleAlert size={16} aria-hidden />
          {said.join(' ')}
        </span>
      )}
    </div>
  )
}
