import { isAmong, nearestOf, trigramsIn, WORDS_LIKE } from '#api/catalogue/search-terms.ts'
import { expressionOf, searchExpression, wordsSought } from '#api/catalogue/search-words.ts'
import { select } from '#api/db/database.ts'

/** `meant`: the words searched instead, if the typed ones found nothing. */
export interface FoundProducts {
  ids: ReadonlySet<number>
  meant: string | null
}

/** Words known to occur in products, so that no typo lookup is needed. */
const met = new Set<string>()
const MOST_MET = 5_000

/**
 * The products with all these words, in any order, the last word possibly incomplete; else the products with nearly
 * these words. One query, or two if the typed words find nothing.
 */
export async function searchProducts(text: string): Promise<FoundProducts> {
  const expression = searchExpression(text)
  if (!expression) return { ids: new Set(), meant: null }
  const typed = wordsSought(text)
  const { ids, words } = await seek(
    expression,
    typed.filter(word => !met.has(word)),
  )
  if (met.size > MOST_MET) met.clear()
  for (const word of typed) if (isAmong(words, word)) met.add(word)
  if (ids.size > 0) return { ids, meant: null }
  const near = typed.map(word => (met.has(word) ? [word] : nearestOf([word], words)[0]!))
  const nearly = await matching(expressionOf(near))
  return { ids: nearly, meant: nearly.size > 0 ? near.map(([nearest]) => nearest).join(' ') : null }
}

const MATCHING = 'SELECT product_id FROM product_words WHERE MATCH (words) AGAINST (:expression IN BOOLEAN MODE)'

/** The products, on sale or not, that match an expression. */
export async function matching(expression: string): Promise<Set<number>> {
  return new Set((await select<{ product_id: number }>(MATCHING, { expression })).map(({ product_id }) => product_id))
}

/** Matching products, with words similar to some typed ones. */
async function seek(expression: string, unmet: readonly string[]): Promise<{ ids: Set<number>; words: string[] }> {
  const trigrams = trigramsIn(unmet)
  if (trigrams.length === 0) return { ids: await matching(expression), words: [] }
  const rows = await select<{ product_id: number | null; word: string | null }>(
    `SELECT product_id, NULL AS word FROM (${MATCHING}) found UNION ALL SELECT NULL, word FROM (${WORDS_LIKE}) likely`,
    { expression, trigrams },
  )
  return {
    ids: new Set(rows.flatMap(({ product_id }) => product_id ?? [])),
    words: rows.flatMap(({ word }) => word ?? []),
  }
}
