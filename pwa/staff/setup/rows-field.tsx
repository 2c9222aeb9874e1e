import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash'
import { useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { rowsIn, valueOfRows } from '#sync/protocol/setting-values.ts'
import type { KnownSetting } from '#sync/protocol/settings.ts'
import styles from './setup.module.css'
import * as words from './setup-words.ts'

interface Row {
  key: number
  parts: string[]
}
const BUTTON = 'button:not(:disabled)'

interface Props {
  known: KnownSetting
  value: string
  errors: readonly string[] | undefined
}

/** A value of several rows: added, removed and reordered by buttons. The form gets them as `value`, one text. */
export function RowsField({ known, value, errors = [] }: Props) {
  const parts = partsOf(known)
  const [{ rows, next }, set] = useState(() => startFrom(known, value, parts.length))
  const [reached, reach] = useState<{ key: number | undefined; part: string } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const id = useId()
  const adding = useRef<HTMLButtonElement>(null)
  // An element that moves or goes away loses focus.
  useEffect(() => {
    if (reached)
      (
        list.current?.querySelector<HTMLElement>(`[data-row='${reached.key}'] ${reached.part}`) ?? adding.current
      )?.focus()
  }, [reached])
  const change = (changed: Row[]) => set({ rows: changed, next })
  const move = (from: number, to: number) => {
    change(rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!))
    reach({ key: rows[from]!.key, part: BUTTON })
  }
  const remove = (at: number) => {
    change(rows.toSpliced(at, 1))
    reach({ key: (rows[at + 1] ?? rows[at - 1])?.key, part: BUTTON })
  }
  const add = () => {
    set({ rows: [...rows, { key: next, parts: parts.map(() => '') }], next: next + 1 })
    reach({ key: next, part: 'input' })
  }
  return (
    <fieldset className={styles.rows} aria-describedby={errors.length > 0 ? id : undefined}>
      <legend>{known.label}</legend>
      {known.hint && <p className={styles.soft}>{known.hint}</p>}
      <input
        type="hidden"
        name="value"
        value={valueOfRows(
          known,
          rows.map(row => row.parts),
        )}
      />
      <ol ref={list} className="bare">
        {rows.map((row, at) => (
          <li key={row.key} data-row={row.key}>
            <div className={styles.parts}>
              {parts.map((label, i) => (
                <input
                  key={label}
                  aria-label={`${label} ${at + 1}`}
                  placeholder={label}
                  autoComplete="off"
                  maxLength={300}
                  type={known.kind === 'phones' ? 'tel' : 'text'}
                  value={row.parts[i] ?? ''}
                  onChange={event => change(rows.with(at, { ...row, parts: row.parts.with(i, event.target.value) }))}
                />
              ))}
            </div>
            <div className={styles.moves}>
              <IconButton
                label={words.moveRowUp(at + 1)}
                icon={<ArrowUp size={18} aria-hidden />}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                label={words.moveRowDown(at + 1)}
                icon={<ArrowDown size={18} aria-hidden />}
                disabled={at === rows.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <IconButton
                label={words.removeRow(at + 1)}
                icon={<Trash size={18} aria-hidden />}
                onClick={() => remove(at)}
              />
            </div>
          </li>
        ))}
      </ol>
      {errors.length > 0 && (
        <p id={id} className={styles.wrong}>
          <CircleAlert size={16} aria-hidden /> {errors.join(' ')}
        </p>
      )}
      <div>
        <Button
          ref={adding}
          type="button"
          kind="secondary"
          icon={<Plus size={18} aria-hidden />}
          disabled={rows.length >= (known.rows ?? 30)}
          onClick={add}
        >
          {words.addARow}
        </Button>
      </div>
    </fieldset>
  )
}

function startFrom(known: KnownSetting, value: string, width: number): { rows: Row[]; next: number } {
  const rows = rowsIn(known, value).map((parts, key) => ({
    key,
    parts: Array.from({ length: width }, (_, i) => parts[i] ?? ''),
  }))
  return { rows, next: rows.length }
}

function partsOf({ kind, parts }: KnownSetting): readonly string[] {
  if (kind === 'phones') return [words.number]
  return kind === 'hours' ? [words.days, words.hours] : (parts ?? [words.value])
}
