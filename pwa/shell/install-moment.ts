/**
 * This browser's state for asking: how many pages were viewed, the last of them, and until when (ms since 1970) not to
 * ask again.
 */
export interface Asking {
  pages: number
  last: string
  notBefore: number
}

const KEY = 'install'
const PAGES_FIRST = 4
const A_MONTH_MS = 30 * 24 * 60 * 60_000
/** Pages for looking around, where a question interrupts nothing. */
const LOOKING = /^\/($|shop|collections|wishlist|orders\/track)/

export const isMoment = ({ pages, notBefore }: Asking, pathname: string, now = Date.now()) =>
  pages >= PAGES_FIRST && now >= notBefore && LOOKING.test(pathname)

export const withPage = (asking: Asking, pathname: string): Asking =>
  asking.last === pathname ? asking : { ...asking, pages: asking.pages + 1, last: pathname }

/** After a no, waits a month. */
export const afterNo = (asking: Asking, now = Date.now()): Asking => ({ ...asking, notBefore: now + A_MONTH_MS })

/** The stored state; a browser without storage is never asked. */
export function readAsking(): Asking {
  try {
    const { pages, last, notBefore } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Asking>
    return { pages: Number(pages) || 0, last: String(last), notBefore: Number(notBefore) || 0 }
  } catch {
    return { pages: 0, last: '', notBefore: Number.POSITIVE_INFINITY }
  }
}

export function keepAsking(asking: Asking): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(asking))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
