import type { ReactNode } from 'react'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { FieldGrid } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import styles from './form-screen.module.css'
import { RowForm, type RowFormProps } from './row-form.tsx'
import { Unread, type Read } from './unread.tsx'
import * as words from './kit-words.ts'

interface Props extends Omit<RowFormProps, 'isMain'> {
  title: string
  /** The target of 'Go Back'. */
  back: string
  /** The state of the row's request: a failure since shows above the form. */
  read?: Read
  /** Beside the title, such as a chip or links. */
  beside?: ReactNode
  /** Below the form, such as its history. */
  after?: ReactNode
}

/** An add or edit form of the back office, in one column. */
export const FormScreen = ({ title, back, read, beside, after, ...form }: Props) => (
  <div className={page.page}>
    <div className={page.head}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {beside}
      </div>
      <ButtonLink to={back} kind="secondary">
        {words.goBack}
      </ButtonLink>
    </div>
    {read && <Unread of={read} />}
    <RowForm {...form} isMain />
    {after && <div className={styles.after}>{after}</div>}
  </div>
)

/** A group of fields under a heading. */
export const FormSection = ({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) => (
  <fieldset className={styles.section}>
    <legend>{title}</legend>
    {hint && <p className={styles.hint}>{hint}</p>}
    <FieldGrid>{children}</FieldGrid>
  </fieldset>
)
