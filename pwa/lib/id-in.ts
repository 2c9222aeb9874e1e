import { ApiError } from './api-error.ts'
import * as words from './call-words.ts'

/** The id that an address names. @throws where it is none, as for a page that is not there */
export function idIn(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1) throw new ApiError(404, { code: 'not_found', message: words.pageNotFound })
  return id
}
