import { useState } from 'react'
import { useSubmit, textOf } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { FieldGrid, SelectField, TextField } from '#pwa/ui/field.tsx'
import {
  OPTION_MEANINGS,
  type ImportQuestions as Questions,
  type OpenedImport,
  type OptionMeaning,
} from '#sync/protocol/staff/import.ts'
import * as words from './question-words.ts'
import styles from './import.module.css'

/** New variants are in stock, and nobody has said yet how many pieces there are. */
export const isStockOpen = ({ uncounted: { variants, pieces } }: Questions) => variants > 0 && pieces === null

/** What a file leaves open: what its options are, how many pieces there are, and what it holds that the shop lacks. */
export function ImportQuestions({ opened: { id, questions } }: { opened: OpenedImport }) {
  if (!questions) return null
  const { options, uncounted, left_out } = questions
  return (
    <>
      {left_out.length > 0 && (
        <Alert kind="info" title={words.leftOut}>
          <ul>
            {left_out.map(kind => (
              <li key={kind.type}>{words.leftOutKind(kind)}</li>
            ))}
          </ul>
        </Alert>
      )}
      {(options.length > 0 || uncounted.variants > 0) && (
        <Answers key={JSON.stringify(questions)} id={id} questions={questions} />
      )}
    </>
  )
}

function Answers({ id, questions }: { id: number; questions: Questions }) {
  const { options, uncounted } = questions
  const isOpen = isStockOpen(questions) || options.some(({ means }) => means === 'apart')
  const [isUnfolded, unfold] = useState(isOpen)
  const form = useSubmit(async (typed, key) => {
    const pieces = textOf(typed, 'pieces')
    await api('POST /api/staff/imports/:id/check', {
      params: { id },
      key,
      body: {
        options: options.map(({ name, means }, nth) => ({ name, means: meaningIn(typed, nth) ?? means })),
        ...(pieces !== '' && { pieces: Number(pieces) }),
      },
    }).finally(() => queries.invalidateQueries())
    return null
  })
  return (
    <details className={styles.columns} open={isUnfolded} onToggle={event => unfold(event.currentTarget.open)}>
      <summary>{isStockOpen(questions) ? words.answerFirst : words.sizesAndColours}</summary>
      <form className={styles.questions} onSubmit={form.onSubmit}>
        <ErrorList messages={form.errors} />
        <FieldGrid>
          {uncounted.variants > 0 && (
            <TextField
              label={words.pieces}
              name="pieces"
              type="number"
              inputMode="numeric"
              min={0}
              max={1_000_000}
              step={1}
              defaultValue={uncounted.pieces ?? ''}
              required
              errors={form.fields.pieces}
              hint={words.uncounted(uncounted.variants)}
            />
          )}
          {options.map((option, nth) => (
            <SelectField
              key={option.name}
              label={words.optionNamed(option.name)}
              name={`option-${nth}`}
              defaultValue={option.means}
              hint={words.optionHint(option)}
            >
              {OPTION_MEANINGS.map(means => (
                <option key={means} value={means}>
                  {words.meanings[means]}
                </option>
              ))}
            </SelectField>
          ))}
        </FieldGrid>
        <Button busy={form.busy} kind="secondary">
          {words.checkWithThese}
        </Button>
      </form>
    </details>
  )
}

const meaningIn = (typed: FormData, nth: number): OptionMeaning | undefined =>
  OPTION_MEANINGS.find(means => means === typed.get(`option-${nth}`))
