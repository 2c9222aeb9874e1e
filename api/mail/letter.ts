/**
 * One piece of a letter. Every text is plain: what it looks like, and that it is safe, is up to the rendering. Money in
 * cedis.
 */
export type Piece =
  | { kind: 'words'; words: string }
  /** A button, under which the address stands to be copied. */
  | { kind: 'link'; words: string; link: string }
  /** What is ordered, and what it comes to; the last sum is the one that counts. */
  | {
      kind: 'goods'
      lines: { name: string; note: string; amount: number }[]
      sums: { name: string; amount: number | string }[]
    }
  /** The names are short words of ours: they stay on one line. */
  | { kind: 'facts'; facts: { name: string; value: string }[] }
  /** What the law or caution wants said, in small print. */
  | { kind: 'small'; words: string }

/** A letter to somebody, as data: greeting and signature are the shop's own and come with the rendering. */
export interface Letter {
  subject: string
  title: string
  pieces: Piece[]
}

export const words = (text: string): Piece => ({ kind: 'words', words: text })
export const link = (text: string, address: string): Piece => ({ kind: 'link', words: text, link: address })
export const small = (text: string): Piece => ({ kind: 'small', words: text })
