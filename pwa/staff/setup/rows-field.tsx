import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { rowsIn, valueOfRows, type KnownSetting } from '#sync/protocol/settings.ts'
import styles from './setup.module.css'

interface Row { key: number; parts: string[] }
interface Props { known: KnownSetting; value: string; errors: readonly string[] | undefined }

/** A value of several rows: added, removed and put in order by buttons. The form gets them as `value`, one text. */
export function RowsField({ known, value, errors = [] }: Props) {
  const parts = partsOf(known)
  const [{ rows, next }, set] = useState(() => startFrom(known, value, parts.length))
  const [fresh, reach] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const id = useId()
  useEffect(() => { if (fresh !== null) list.current?.querySelector<HTMLElement>(`[data-row='${fresh}'] input`)?.focus() }, [fresh])
  const change = (changed: Row[]) => set({ rows: changed, next })
  const add = () => {
    set({ rows: [...rows, { key: next, parts: parts.map(() => '') }], next: next + 1 })
    reach(next)
  }
  return (
    <fieldset className={styles.rows} aria-describedby={errors.length > 0 ? id : undefined}>
      <legend>{known.label}</legend>
      {known.hint && <p className={styles.soft}>{known.hint}</p>}
      <input type="hidden" name="value" value={valueOfRows(known, rows.map(row => row.parts))} />
      <ol ref={list} className="bare">
        {rows.map((row, at) => (
          <li key={row.key} data-row={row.key}>
            <div className={styles.parts}>
              {parts.map((label, i) => (
                <input
                  key={label} aria-label={`${label} ${at + 1}`} placeholder={label} autoComplete="off" maxLength={300} type={known.kind === 'phones' ? 'tel' : 'text'}
                  value={row.parts[i] ?? ''} onChange={event => change(rows.with(at, { ...row, parts: row.parts.with(i, event.target.value) }))}
                />
              ))}
            </div>
            <div className={styles.moves}>
              <IconButton label={`Move row ${at + 1} up`} icon={<ArrowUp size={18} aria-hidden />} disabled={at === 0} onClick={() => change(rows.toSpliced(at, 1).toSpliced(at - 1, 0, row))} />
              <IconButton label={`Move row ${at + 1} down`} icon={<ArrowDown size={18} aria-hidden />} disabled={at === rows.length - 1} onClick={() => change(rows.toSpliced(at, 1).toSpliced(at + 1, 0, row))} />
              <IconButton label={`Remove row ${at + 1}`} icon={<Trash size={18} aria-hidden />} onClick={() => change(rows.toSpliced(at, 1))} />
            </div>
          </li>
        ))}
      </ol>
      {errors.length > 0 && <p id={id} className={styles.wrong}><CircleAlert size={16} aria-hidden /> {errors.join(' ')}</p>}
      <div><Button type="button" kind="secondary" icon={<Plus size={18} aria-hidden />} disabled={rows.length >= (known.rows ?? 30)} onClick={add}>Add a row</Button></div>
    </fieldset>
  )
}

function startFrom(known: KnownSetting, value: string, width: number): { rows: Row[]; next: number } {
  const rows = rowsIn(known, value).map((parts, key) => ({ key, parts: Array.from({ length: width }, (_, i) => parts[i] ?? '') }))
  return { rows, next: rows.length }
}

function partsOf({ kind, parts }: KnownSetting): readonly string[] {
  if (kind === 'phones') return ['Number']
  return kind === 'hours' ? ['Days', 'Hours'] : parts ?? ['Words']
}
