import { select } from '#api/db/database.ts'
import { lexiconOf, type Lexicon } from '#sync/protocol/search/lexicon.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'

export interface NamedCategory {
  id: number
  name: string
  parent_id: number | null
}
export interface Named {
  id: number
  code: string
  name: string
}

/** What the codes and ids in a listing are called. */
export interface ListingNames {
  categories: ReadonlyMap<number, NamedCategory>
  /** From the smallest size to the largest. */
  sizes: ReadonlyMap<string, Named>
  colours: ReadonlyMap<string, Named>
  /** What shoppers mean by their words. */
  lexicon: Lexicon
}

export const noNames: ListingNames = {
  categories: new Map(),
  sizes: new Map(),
  colours: new Map(),
  lexicon: lexiconOf(),
}

interface Row {
  kind: 'category' | 'size' | 'colour' | 'word'
  id: number
  code: string
  name: string
  parent_id: number | null
}

/** Reads all names in one query. */
export async function readNames(): Promise<ListingNames> {
  const rows = await select<Row>(`SELECT 'category' AS kind, id, '' AS code, name, parent_id FROM categories
    UNION ALL SELECT 'size', id, code, name, NULL FROM sizes UNION ALL SELECT 'colour', id, code, name, NULL
    FROM colours UNION ALL SELECT 'word', id, word, means, NULL FROM search_words WHERE active ORDER BY kind, id`)
  const coded = (kind: Row['kind']) =>
    rows.filter(row => row.kind === kind).map(({ id, code, name }): Named => ({ id, code, name }))
  const byCode = (all: Named[]) => new Map(all.map(row => [row.code, row]))
  return {
    categories: new Map(
      rows.filter(({ kind }) => kind === 'category').map(({ id, name, parent_id }) => [id, { id, name, parent_id }]),
    ),
    sizes: byCode(coded('size').sort((a, b) => bySizeCode(a.code, b.code))),
    colours: byCode(coded('colour')),
    lexicon: lexiconOf(coded('word').map(({ code, name }) => ({ word: code, means: name }))),
  }
}

/** A category and its ancestors, nearest first; stops where a cycle closes. */
export function lineageOf(id: number, { categories }: Pick<ListingNames, 'categories'>): number[] {
  const lineage: number[] = []
  for (let at: number | null | undefined = id; at != null && !lineage.includes(at); at = categories.get(at)?.parent_id)
    lineage.push(at)
  return lineage
}
