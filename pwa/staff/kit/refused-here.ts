import { ApiError } from '#pwa/lib/api-error.ts'

/** What the shop would say of a field, for what only the screen asks for: to be thrown by the `save` of a form. */
export const refusedHere = (field: string, words: string) =>
  new ApiError(422, { code: 'validation', message: words, errors: { [field]: [words] } })
