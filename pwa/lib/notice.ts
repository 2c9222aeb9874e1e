import { atom, getDefaultStore } from 'jotai'

/** What just happened, in a sentence, with a link to more, or a button that takes it back. */
export interface Notice {
  words: string
  kind?: 'ok' | 'bad' | 'info'
  link?: { to: string; words: string }
  action?: { words: string; run: () => void }
}

const SHOWN_MS = 6000
const said = atom<Notice | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** The current notice. */
export const notice = atom(get => get(said))

/** Shows a notice for a few seconds on any page. Bad news stays until it is closed. */
export function say(news: Notice): void {
  clearTimeout(timer)
  getDefaultStore().set(said, news)
  if (news.kind !== 'bad') timer = setTimeout(unsay, SHOWN_MS)
}

export const unsay = () => getDefaultStore().set(said, null)
