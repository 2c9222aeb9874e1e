import { ApiError } from './api-error.ts'
import * as words from './call-words.ts'

/** The id in an address. @throws if it is invalid, as for a missing page */
export function idIn(text: string | undefined): number {
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1) throw new ApiError(404, { code: 'not_found', message: words.pageNotFound })
  return id
}
