import { useEffect, useId, useMemo, useState } from 'react'
import { useUnfit } from '#pwa/ui/use-unfit.ts'
import { pictureAt } from '#sync/protocol/shop/catalogue.ts'
import styles from './setup.module.css'
import * as words from './setup-words.ts'

interface Props {
  label: string
  /** The field name of the file; the checkbox that removes the picture is named `no_` and this. */
  name: string
  hint: string
  held: { storage_link: string } | null | undefined
  errors?: readonly string[] | undefined
}

/** One picture: the current one, a new one, or none. */
export function PictureField({ label, name, hint, held, errors = [] }: Props) {
  const [file, choose] = useState<File | null>(null)
  const [isGone, take] = useState(false)
  const id = useId()
  const { said, onInput } = useUnfit(errors)
  const chosen = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen)
    },
    [chosen],
  )
  const shown = chosen ?? (held && !isGone ? pictureAt(held.storage_link, 160) : null)
  return (
    <div className={styles.picture} onInput={onInput}>
      <label htmlFor={id}>
        {label} <span>{words.optional}</span>
      </label>
      <p className={styles.soft} id={`${id}-hint`}>
        {words.pictureHint(hint)}
      </p>
      {shown && <img src={shown} alt={words.preview(label)} width={96} height={96} />}
      <input
        id={id}
        type="file"
        name={name}
        accept="image/jpeg,image/png,image/webp"
        aria-invalid={said.length > 0 || undefined}
        aria-describedby={`${id}-hint`}
        onChange={event => choose(event.target.files?.[0] ?? null)}
      />
      {held && !file && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            name={`no_${name}`}
            value="1"
            checked={isGone}
            onChange={event => take(event.target.checked)}
          />
          {words.removeThePicture}
        </label>
      )}
      {said.length > 0 && <p className={styles.wrong}>{said.join(' ')}</p>}
    </div>
  )
}
