/** One part of a letter, in plain text; the renderer styles and escapes it. Money in cedis. */
export type Piece =
  | { kind: 'words'; words: string }
  /** A button, with its address below for copying. */
  | { kind: 'link'; words: string; link: string }
  /** Ordered goods and their totals; the last total is the amount to pay. */
  | {
      kind: 'goods'
      lines: { name: string; note: string; amount: number }[]
      sums: { name: string; amount: number | string }[]
    }
  /** Names are our own short words: they stay on one line. */
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  /** Legal and safety notes, in small print. */
  | { kind: 'small'; words: string }

/** A letter as data. The renderer adds the shop's greeting and signature. */
export interface Letter {
  subject: string
  title: string
  pieces: Piece[]
}

export const words = (text: string): Piece => ({ kind: 'words', words: text })
export const link = (text: string, address: string): Piece => ({ kind: 'link', words: text, link: address })
export const small = (text: string): Piece => ({ kind: 'small', words: text })
