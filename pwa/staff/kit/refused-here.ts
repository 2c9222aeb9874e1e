import { ApiError } from '#pwa/lib/api-error.ts'

/** An error for a field that only the screen checks; the `save` of a form throws it. */
export const refusedHere = (field: string, words: string) =>
  new ApiError(422, { code: 'validation', message: words, errors: { [field]: [words] } })
