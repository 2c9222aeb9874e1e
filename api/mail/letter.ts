/** One part of a letter, in plain text; the renderer styles and escapes it. Money in cedis. */
export type Piece =
  | { kind: 'words'; words: string }
  /** A button, with its address below for copying. */
  | { kind: 'link'; words: string; link: string }
  /** Goods and their totals; the last total is the amount to pay. Goods of a return have no amounts. */
  | {
      kind: 'goods'
      lines: { name: string; note: string; amount?: number; picture?: LetterPicture }[]
      sums: { name: string; amount: number | string }[]
    }
  /** Shows what the words beside it are about. */
  | { kind: 'picture'; picture: LetterPicture }
  /** Names are our own short words: they stay on one line. */
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  /** Legal and safety notes, in small print. */
  | { kind: 'small'; words: string }

/** A picture of the store by its name; `alt` describes it where it is not shown. */
export interface LetterPicture {
  name: string
  alt: string
}

/** A letter as data. The renderer adds the shop's greeting and signature. */
export interface Letter {
  subject: string
  title: string
  pieces: Piece[]
  /** For letters that somebody may turn off. */
  off?: OffLinks
}

/** Where a letter is turned off: a page, and an address that mail programs call themselves (RFC 8058). */
export interface OffLinks {
  page: string
  one_click: string
}

export const words = (text: string): Piece => ({ kind: 'words', words: text })
export const link = (text: string, address: string): Piece => ({ kind: 'link', words: text, link: address })
export const small = (text: string): Piece => ({ kind: 'small', words: text })
