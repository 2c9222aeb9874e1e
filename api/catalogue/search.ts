import type { ListingCopy } from '#api/catalogue/listing-copy.ts'
import { answering, type Answering, type Place } from '#api/search/answering.ts'
import { Scratch } from '#api/search/level.ts'
import { mend, unknownIn } from '#api/search/mend-slips.ts'
import { wordLevelsOf } from '#api/search/word-levels.ts'
import { wordsAlike } from '#api/search/words-alike.ts'
import { isEmptyQuestion, understand, withNumberAsPrice, type Question } from '#sync/protocol/search/understand.ts'

/** What a search found. */
export interface Found {
  /** Null: nothing. */
  answer: Answering | null
  question: Question
  /** The words searched instead, if the typed ones found nothing. */
  meant: string | null
  /** Nothing answers every word; these answer some. */
  partly: boolean
}

type Shelf = Pick<ListingCopy, 'catalogue' | 'names'>

/**
 * Looks for the products that answer a text as a shopper means it: all its words, else with slips mended, else any
 * word. What is found counts until `use` returns.
 */
export function searching<Made>(text: string, copy: Shelf, use: (found: Found) => Made): Made {
  const { catalogue, names } = copy
  const scratch = new Scratch(catalogue.goods.bitmaps)
  try {
    return use(find(text, { catalogue, names, scratch, levels: wordLevelsOf(catalogue, names) }))
  } finally {
    scratch.done()
  }
}

function find(text: string, place: Place): Found {
  const { lexicon } = place.names
  const question = understand(text, lexicon)
  const found = { question, meant: null, partly: false }
  if (isEmptyQuestion(question)) return { ...found, answer: null }
  const answer = answering(question, place, false)
  if (answer.count > 0) return { ...found, answer }
  const priced = withNumberAsPrice(question, lexicon)
  const affordable = priced && answering(priced, place, false)
  if (priced && affordable && affordable.count > 0) return { ...found, question: priced, answer: affordable }
  const alike = wordsAlike(unknownIn(question), place.catalogue.words)
  const mended = mend(priced ?? question, alike, lexicon)
  const asked = mended ?? priced ?? question
  const meant = mended?.typed.join(' ') ?? null
  const nearly = mended && answering(mended, place, false)
  if (nearly && nearly.count > 0) return { answer: nearly, question: asked, meant, partly: false }
  const some = answeringPartly(asked, place)
  return some ? { answer: some, question: asked, meant, partly: true } : { ...found, question: asked, answer: null }
}

/** Goods whose name, category or colour answers a part. A feature that somebody happened to name is not enough. */
function answeringPartly(question: Question, place: Place): Answering | null {
  const { words, understood } = question
  const parts = words.length + (understood.colours?.length ?? 0) + (understood.sizes?.length ?? 0)
  if (parts === 0 || (parts < 2 && !understood.for)) return null
  const some = answering(question, place, true)
  if (some.count > 0) return some
  const { for: audience, ...rest } = understood
  const others = audience ? answering({ ...question, understood: rest }, place, true) : some
  return others.count > 0 ? others : null
}
