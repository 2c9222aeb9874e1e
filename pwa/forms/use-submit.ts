import { startTransition, useActionState, type FormEvent } from 'react'
import { fieldErrorsOf, messagesOf, presentIn } from '../lib/api-error.ts'
import { contentOf } from './form-content.ts'
import { useIntent } from '../lib/use-intent.ts'

export interface Outcome {
  /** The number of answers so far; two may have the same words. */
  answers: number
  message: string | null
  errors: string[]
  fields: Record<string, string[]>
  /** The row as another user saved it first; the user's own input is then not saved. */
  present: Record<string, unknown> | null
}

const IDLE: Outcome = { answers: 0, message: null, errors: [], fields: {}, present: null }

/**
 * A form sent to the server: `save` gets the input and the key of this intent, which stays while the form does, and
 * returns the success message. Input is never lost: React resets a form with an `action`, not one with `onSubmit`.
 */
export function useSubmit(save: (form: FormData, key: string) => Promise<string | null>) {
  const { keyOf, done } = useIntent()
  const [outcome, run, busy] = useActionState(async ({ answers }: Outcome, form: FormData): Promise<Outcome> => {
    const answered = { ...IDLE, answers: answers + 1 }
    try {
      const message = await save(form, keyOf(contentOf(form)))
      done()
      return { ...answered, message }
    } catch (error) {
      return { ...answered, errors: messagesOf(error), fields: fieldErrorsOf(error), present: presentIn(error) }
    }
  }, IDLE)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    startTransition(() => run(form))
  }
  return { ...outcome, busy, onSubmit }
}

/** A field's text without surrounding spaces. */
export const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim()
