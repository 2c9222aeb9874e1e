import { nearTerms } from '#api/catalogue/search-terms.ts'
import { expressionOf, searchExpression, wordsSought } from '#api/catalogue/search-words.ts'
import { select } from '#api/db/database.ts'

/** `meant`: the words that were sought instead, where those typed found nothing. */
export interface FoundProducts { ids: ReadonlySet<number>; meant: string | null }

/** The products that hold all these words, in any order and the last one begun; where none does, those that hold nearly these. */
export async function searchProducts(text: string): Promise<FoundProducts> {
  const found = await matching(searchExpression(text))
  const typed = wordsSought(text)
  if (found.size > 0 || typed.length === 0) return { ids: found, meant: null }
  const near = await nearTerms(typed)
  const ids = await matching(expressionOf(near))
  return { ids, meant: ids.size > 0 ? near.map(([nearest]) => nearest).join(' ') : null }
}

async function matching(expression: string | null): Promise<Set<number>> {
  if (!expression) return new Set()
  const rows = await select<{ product_id: number }>('SELECT product_id FROM product_words WHERE MATCH (words) AGAINST (? IN BOOLEAN MODE)', [expression])
  return new Set(rows.map(({ product_id }) => product_id))
}
