import { useId, useMemo, useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { FIT_MEASURES, type FitMeasure, type FitRow } from '#sync/protocol/fit.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'
import { RowForm } from '../kit/row-form.tsx'
import { Unread } from '../kit/unread.tsx'
import styles from './setup.module.css'
import * as words from './setup-words.ts'

const MEASURES = Object.keys(FIT_MEASURES) as FitMeasure[]

/** The measurements of a category's sizes, in centimetres, one row per size. Sizes without a figure are left out. */
export function FitForm({ id }: { id: number }) {
  const fit = useApi('GET /api/staff/categories/:id/fit', { params: { id } })
  const sizes = useApi('GET /api/staff/sizes', { query: { per_page: 100 } })
  return (
    <section className={styles.fit} aria-label={words.sizeAndFit}>
      <h2>{words.sizeAndFit}</h2>
      <p className={styles.soft}>{words.fitHint}</p>
      <Unread of={[fit, sizes]} />
      {fit.data && sizes.data && (
        <Rows id={id} fit={fit.data.fit} codes={sizes.data.sizes.data.map(({ code }) => code)} />
      )}
      {!(fit.error ?? sizes.error) && !(fit.data && sizes.data) && <Loader rows={4} height={44} />}
    </section>
  )
}

function Rows({ id, fit, codes }: { id: number; fit: readonly FitRow[]; codes: readonly string[] }) {
  const [sent, send] = useState<readonly FitRow[]>([])
  const shown = [...new Set([...codes, ...fit.map(({ size_code }) => size_code)])].sort(bySizeCode)
  const form = useSubmit(async typed => {
    const rows = shown
      .map(size_code => rowIn(typed, size_code))
      .filter(row => MEASURES.some(measure => row[measure] !== null))
    send(rows)
    const { message } = await api('PATCH /api/staff/categories/:id/fit', {
      params: { id },
      body: { rows, as_read: JSON.parse(textOf(typed, 'updated_at')) as FitRow[] },
    })
    await queries.invalidateQueries({ queryKey: ['GET /api/staff/categories/:id/fit'] })
    return message
  })
  const present = useMemo(() => form.present && versionOf(form.present as unknown as FitRow[]), [form.present])
  const wrong = useMemo(() => wrongIn(form.fields, sent), [form.fields, sent])
  const about = shown.flatMap(size_code => (wrong[size_code] ? wordsOf(size_code, wrong[size_code]) : []))
  const errors = about.length > 0 ? about : form.errors
  return (
    <RowForm
      submit={words.updateFitTable}
      form={{ ...form, present, errors }}
      row={versionOf(fit)}
      heldOf={held => cellsOf((held as ReturnType<typeof versionOf>).fit, shown)}
    >
      <div className={`${styles.measures} ${styles.wide}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.size}</th>
              {MEASURES.map(measure => (
                <th key={measure} scope="col">
                  {words.inCm(FIT_MEASURES[measure])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(size_code => (
              <Row
                key={size_code}
                size_code={size_code}
                measured={fit.find(row => row.size_code === size_code)}
                wrong={wrong[size_code]}
              />
            ))}
          </tbody>
        </table>
      </div>
    </RowForm>
  )
}

/** What the shop said of a size, by its column. */
type Wrong = Partial<Record<keyof FitRow, string[]>>

interface RowProps {
  size_code: string
  measured: FitRow | undefined
  wrong: Wrong | undefined
}

/** One size: its lengths, and below them what is wrong with those that were not changed since. */
function Row({ size_code, measured, wrong = NOTHING_WRONG }: RowProps) {
  const id = useId()
  const [changed, change] = useState<{ of: Wrong; measures: readonly string[] }>({ of: wrong, measures: [] })
  const gone = changed.of === wrong ? changed.measures : []
  const left = Object.fromEntries(Object.entries(wrong).filter(([column]) => !gone.includes(column))) as Wrong
  const isWrong = Object.keys(left).length > 0
  return (
    <>
      <tr>
        <th scope="row">{size_code}</th>
        {MEASURES.map(measure => (
          <td key={measure}>
            <input
              name={cellOf(size_code, measure)}
              aria-label={words.measureOf(FIT_MEASURES[measure], size_code)}
              inputMode="decimal"
              autoComplete="off"
              maxLength={6}
              aria-invalid={left[measure] ? true : undefined}
              aria-describedby={left[measure] ? id : undefined}
              defaultValue={measured?.[measure] ?? ''}
              onInput={() => change({ of: wrong, measures: [...gone, measure] })}
            />
          </td>
        ))}
      </tr>
      {isWrong && (
        <tr>
          <td id={id} className={styles.wrong} colSpan={1 + MEASURES.length}>
            {wordsOf(size_code, left)}
          </td>
        </tr>
      )}
    </>
  )
}

const NOTHING_WRONG: Wrong = {}

/** The shop's errors by size: it numbers the sizes as they were sent. */
function wrongIn(fields: Record<string, string[]>, sent: readonly FitRow[]): Record<string, Wrong> {
  const wrong: Record<string, Wrong> = {}
  for (const [at, { size_code }] of sent.entries())
    for (const column of ['size_code', ...MEASURES] as const) {
      const said = fields[`rows.${at}.${column}`]
      if (said) (wrong[size_code] ??= {})[column] = said
    }
  return wrong
}

const wordsOf = (size_code: string, wrong: Wrong) => `${size_code}: ${Object.values(wrong).flat().join(' ')}`

const cellOf = (size_code: string, measure: FitMeasure) => `${size_code} ${measure}`

/** The table has no version of its own: its whole content tells whether it changed. */
const versionOf = (fit: readonly FitRow[]) => ({ updated_at: JSON.stringify(fit), fit })

const cellsOf = (fit: readonly FitRow[], codes: readonly string[]): Record<string, number | null> =>
  Object.fromEntries(
    codes.flatMap(size_code =>
      MEASURES.map(measure => [
        cellOf(size_code, measure),
        fit.find(row => row.size_code === size_code)?.[measure] ?? null,
      ]),
    ),
  )

function rowIn(typed: FormData, size_code: string): FitRow {
  const lengths = MEASURES.map(measure => {
    const text = textOf(typed, cellOf(size_code, measure)).replace(',', '.')
    return [measure, text === '' ? null : Number.isFinite(Number(text)) ? Number(text) : text]
  })
  return { size_code, ...(Object.fromEntries(lengths) as Record<FitMeasure, number | null>) }
}
