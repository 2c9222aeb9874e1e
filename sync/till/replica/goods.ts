import { REPLICA_TABLES, type ReplicaRows, type ReplicaTable } from '#sync/protocol/replica.ts'
import { lexiconOf, type Lexicon } from '#sync/protocol/search/lexicon.ts'
import { isSameRow } from './packing.ts'
import { SortedWords } from './sorted-words.ts'
import { findUnderstood } from './understood.ts'
import { CODE_SCORE, WordIndex } from './word-index.ts'
import { codeOf, codesFor } from './words.ts'

export type ReplicaProduct = ReplicaRows['products']
export type ReplicaVariation = ReplicaRows['variations']
export interface Coded {
  product: ReplicaProduct
  variation: ReplicaVariation
}

/** A shorter beginning of a code, or more codes than this, would match half the shop. */
const SHORTEST_CODE = 3
const MOST_CODES = 1000

type Tables = { [T in ReplicaTable]: Map<number, ReplicaRows[T]> }

/** The shop in memory: rows by id, variations by product and by code, products by words. */
export class Goods {
  readonly #tables = Object.fromEntries(REPLICA_TABLES.map(table => [table, new Map()])) as Tables
  readonly #byProduct = new Map<number, number[]>()
  readonly #byCode = new Map<string, number[]>()
  readonly #codes = new SortedWords()
  readonly #names = new WordIndex()
  /** Read when a search first needs it, and after each change of the shop's words. */
  #lexicon: Lexicon | null = null

  rows<T extends ReplicaTable>(table: T): ReadonlyMap<number, ReplicaRows[T]> {
    return this.#tables[table]
  }

  /** Adds and changes rows; unchanged rows cost nothing. */
  put<T extends ReplicaTable>(table: T, rows: readonly ReplicaRows[T][]): void {
    const held = this.#tables[table]
    const changed = rows.filter(row => !isSameRow(held.get(row.id), row))
    if (table === 'variations') for (const row of changed as ReplicaVariation[]) this.#file(row)
    for (const row of changed) held.set(row.id, row)
    if (table === 'products') this.#name(changed as ReplicaProduct[])
    if (table === 'search_words' && changed.length > 0) this.#lexicon = null
  }

  remove(table: ReplicaTable, ids: readonly number[]): void {
    if (table === 'variations') for (const id of ids) this.#unfile(id)
    if (table === 'products') this.#names.remove(ids)
    if (table === 'search_words') this.#lexicon = null
    for (const id of ids) this.#tables[table].delete(id)
  }

  /**
   * Products on sale, best match first: by a code or its beginning, then by the words of their names, else by what the
   * text means.
   */
  search(text: string, page: number, per_page: number): { total: number; products: ReplicaProduct[] } {
    const { total, ids } = this.#names.find(
      text,
      { from: (page - 1) * per_page, count: per_page },
      this.#productsByCode(codesFor(text)),
    )
    if (total > 0) return { total, products: ids.map(id => this.#tables.products.get(id)!) }
    const understood = findUnderstood(text, {
      ...this.#tables,
      lexicon: (this.#lexicon ??= lexiconOf([...this.#tables.search_words.values()])),
      variationsOf: id => this.variationsOf(id),
      idsWith: word => this.#names.idsWith(word),
    })
    return { total: understood.length, products: understood.slice((page - 1) * per_page, page * per_page) }
  }

  /** The variations with a barcode or SKU: those on sale, else the others. Several goods may share a barcode. */
  byCode(text: string): Coded[] {
    for (const code of codesFor(text)) {
      const found = (this.#byCode.get(code) ?? []).flatMap(id => {
        const variation = this.#tables.variations.get(id)
        const product = variation && this.#tables.products.get(variation.product_id)
        return product ? [{ product, variation }] : []
      })
      const onSale = found.filter(({ product }) => product.status_code === 'LIVE')
      if (found.length > 0) return onSale.length > 0 ? onSale : found
    }
    return []
  }

  variationsOf(productId: number): ReplicaVariation[] {
    return (this.#byProduct.get(productId) ?? []).map(id => this.#tables.variations.get(id)!)
  }

  #productsByCode(codes: readonly [string, ...string[]]): Map<number, number> {
    const scores = new Map<number, number>()
    const [code] = codes
    if (code.length < SHORTEST_CODE) return scores
    for (const found of [...this.#codes.startingWith(code, MOST_CODES), ...codes]) {
      for (const id of this.#byCode.get(found) ?? []) {
        const productId = this.#tables.variations.get(id)!.product_id
        const score = codes.includes(found) ? CODE_SCORE.whole : CODE_SCORE.beginning
        scores.set(productId, Math.min(score, scores.get(productId) ?? score))
      }
    }
    return scores
  }

  #name(products: readonly ReplicaProduct[]): void {
    this.#names.put(products.filter(({ status_code }) => status_code === 'LIVE'))
    this.#names.remove(products.filter(({ status_code }) => status_code !== 'LIVE').map(({ id }) => id))
  }

  #file(variation: ReplicaVariation): void {
    this.#unfile(variation.id)
    include(this.#byProduct, variation.product_id, variation.id)
    for (const code of codesOf(variation)) {
      if (!this.#byCode.has(code)) this.#codes.add(code)
      include(this.#byCode, code, variation.id)
    }
  }

  #unfile(id: number): void {
    const held = this.#tables.variations.get(id)
    if (!held) return
    exclude(this.#byProduct, held.product_id, id)
    for (const code of codesOf(held)) exclude(this.#byCode, code, id)
  }
}

const codesOf = ({ sku, barcode }: ReplicaVariation) =>
  [...new Set([sku, barcode ?? ''].map(codeOf))].filter(code => code !== '')

/**
 * Arrays, because nearly all hold only a few ids: a set for each of 100,000 codes would take several times the memory.
 */
function include<K>(lists: Map<K, number[]>, key: K, id: number): void {
  const list = lists.get(key)
  if (list) list.push(id)
  else lists.set(key, [id])
}

/** Keeps the emptied list: the code stays among the known words. */
function exclude<K>(lists: Map<K, number[]>, key: K, id: number): void {
  const list = lists.get(key)
  const at = list?.indexOf(id) ?? -1
  if (at >= 0) list!.splice(at, 1)
}
