import type { Bitmaps } from '#api/in-memory/bitmaps.ts'
import { inTurns, sortedInTurns } from '#api/in-memory/turns.ts'
import { FORGIVES, lettersOf } from '#api/words/letters.ts'
import { BaseWords, FIELDS, type Field, type Postings } from '#api/words/base-words.ts'

/** Numbers in a piece, two for each word of a product. */
const PIECE = 1 << 15
/** From this share of all goods on, a bitmap is smaller than a list. */
export const SHARE = 32

type Pieces = { full: Uint32Array[]; last: Uint32Array; used: number }

/** Words of goods as they come, to be put in order when all are there. */
export class GatheredWords {
  #numbers = new Map<string, number>()
  #pieces: Record<Field, Pieces> = { name: empty(), last: empty(), others: empty() }

  numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    this.#numbers.set(word, this.#numbers.size)
    return this.#numbers.size - 1
  }

  note(field: Field, number: number, place: number): void {
    const pieces = this.#pieces[field]
    if (pieces.used === PIECE) {
      pieces.full.push(pieces.last)
      Object.assign(pieces, { last: new Uint32Array(PIECE), used: 0 })
    }
    pieces.last[pieces.used] = number
    pieces.last[pieces.used + 1] = place
    pieces.used += 2
  }

  /** All words in order. */
  async inOrder(bitmaps: Bitmaps): Promise<BaseWords> {
    const met: string[] = []
    await inTurns(this.#numbers.keys(), word => met.push(word))
    const words = await sortedInTurns(met, (a, b) => (a < b ? -1 : 1))
    const ranks = new Uint32Array(words.length)
    const letters = new Uint32Array(words.length)
    let nth = 0
    await inTurns(words, word => {
      letters[nth] = FORGIVES.test(word) ? lettersOf(word) : 0
      ranks[this.#numbers.get(word)!] = nth++
    })
    const postings = {} as Record<Field, Postings>
    for (const field of FIELDS) postings[field] = await this.#postingsIn(field, ranks, bitmaps)
    return new BaseWords({ words, letters, texts: await textsOf(words) }, postings)
  }

  async #postingsIn(field: Field, ranks: Uint32Array, bitmaps: Bitmaps): Promise<Postings> {
    const { full, last, used } = this.#pieces[field]
    const pieces = [...full, last.subarray(0, used)]
    const counts = new Uint32Array(ranks.length)
    await inTurns(
      pieces,
      piece => {
        for (let at = 0; at < piece.length; at += 2) counts[ranks[piece[at]!]!]! += 1
      },
      1,
    )
    const { starts, many } = startsOf(counts, bitmaps)
    const places = new Uint32Array(starts.at(-1)!)
    const next = starts.slice()
    await inTurns(
      pieces,
      piece => {
        for (let at = 0; at < piece.length; at += 2) {
          const word = ranks[piece[at]!]!
          const slot = counts[word] === MANY ? many.get(word)! : undefined
          if (slot === undefined) places[next[word]!++] = piece[at + 1]!
          else bitmaps.add(slot, piece[at + 1]!)
        }
      },
      1,
    )
    return { starts, places, many }
  }
}

/** So many words in a text: reading or writing them at once holds nobody up. */
const WORDS_AT_ONCE = 2_000

async function textsOf(words: readonly string[]): Promise<Uint8Array[]> {
  const texts: Uint8Array[] = []
  const starts = Array.from({ length: Math.ceil(words.length / WORDS_AT_ONCE) }, (_, nth) => nth * WORDS_AT_ONCE)
  await inTurns(starts, from => texts.push(Buffer.from(words.slice(from, from + WORDS_AT_ONCE).join('\n'))), 1)
  return texts
}

const MANY = 0xffff_ffff

/** Words of many goods get a bitmap, and `MANY` as their count. */
function startsOf(counts: Uint32Array, bitmaps: Bitmaps): Pick<Postings, 'starts' | 'many'> {
  const starts = new Uint32Array(counts.length + 1)
  const many: Postings['many'] = new Map()
  for (let word = 0; word < counts.length; word += 1) {
    const isMany = counts[word]! > bitmaps.capacity / SHARE
    starts[word + 1] = starts[word]! + (isMany ? 0 : counts[word]!)
    if (!isMany) continue
    many.set(word, bitmaps.take())
    counts[word] = MANY
  }
  return { starts, many }
}

function empty(): Pieces {
  return { full: [], last: new Uint32Array(PIECE), used: 0 }
}
