import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import type { ImportAnswers } from '#sync/protocol/staff/import.ts'
import { Asked } from '#api/import/asked.ts'
import { Claims } from '#api/import/claims.ts'
import { KeepApart } from '#api/import/keep-apart.ts'
import type { Mistake } from '#api/import-formats/row.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

/** How many errors, and how many hints, a report names; further ones are only counted. */
const MOST_NAMED = 5_000

/**
 * What an import remembers of earlier rows: which products, choices and SKUs it met, and the results. The summary
 * counts products. A product with an error counts as `failed`, and also under what its good rows did, if it has some:
 * `failed` is 0 only if the whole file went in.
 */
export class Memory {
  rows = 0
  readonly asked: Asked
  readonly apart = new KeepApart()
  #products = new Map<string, { line: number; outcome: Outcome | null; failed: boolean; options: readonly string[] }>()
  #claims = new Claims()
  #leftOut = new Set<string>()
  #strays = 0
  readonly #mistakes = new Told()
  readonly #hints = new Told()
  #fresh: Noticed[] = []

  constructor(answers?: ImportAnswers) {
    this.asked = new Asked(answers)
  }

  /** Meets a product; false if it had earlier rows. `options`: its option names, for rows that leave them out. */
  meet(slug: string, line: number, options: readonly string[]): boolean {
    if (this.#products.has(slug)) return false
    this.#products.set(slug, { line, outcome: null, failed: false, options })
    return true
  }

  optionsOf(slug: string): readonly string[] | null {
    return this.#products.get(slug)?.options ?? null
  }

  hasFailed = (slug: string) => this.#products.get(slug)?.failed === true

  isCreated = (slug: string) => this.#products.get(slug)?.outcome === 'created'

  /** Leaves a product as it is in the shop, whatever its further rows say. */
  leaveOut(slug: string): void {
    this.#leftOut.add(slug)
  }

  isLeftOut = (slug: string) => this.#leftOut.has(slug)

  firstLineOf = (slug: string) => this.#products.get(slug)!.line

  /** The line that first claimed something allowed once per file; this line if it is the first. */
  claim = (what: string, line: number): number => this.#claims.claim(what, line)

  fail(mistake: Mistake): void {
    const { line, message, slug } = mistake
    this.asked.noteLeftOut(mistake)
    const product = slug === null ? undefined : this.#products.get(slug)
    if (product) product.failed = true
    else this.#strays += 1
    this.#fresh.push({ line, message, slug, outcome: 'WRONG' })
    this.#mistakes.add({ line, message })
  }

  /** Names what came in and looks odd. */
  hint({ line, message, slug }: Mistake): void {
    this.#fresh.push({ line, message, slug, outcome: 'HINT' })
    this.#hints.add({ line, message })
  }

  /** How many errors and hints came since they were last taken. */
  get fresh(): number {
    return this.#fresh.length
  }

  /** The errors and hints since the last call. */
  takeFresh(): Noticed[] {
    return this.#fresh.splice(0)
  }

  settle(slug: string, outcome: Outcome): void {
    const product = this.#products.get(slug)!
    product.outcome = RANK.find(rank => rank === outcome || rank === product.outcome)!
  }

  report(): ImportReport {
    const products = [...this.#products.values()]
    const count = (outcome: Outcome) => products.filter(product => product.outcome === outcome).length
    return {
      summary: {
        created: count('created'),
        updated: count('updated'),
        unchanged: count('unchanged'),
        failed: products.filter(({ failed }) => failed).length + this.#strays,
        ...(this.#hints.count > 0 && { hints: this.#hints.count }),
      },
      errors: this.#mistakes.list(),
      ...(this.#hints.count > 0 && { hints: this.#hints.list() }),
    }
  }
}

/** What there is to say of a row: an error, or a hint. */
export interface Noticed extends Mistake {
  outcome: 'WRONG' | 'HINT'
}

/** What a report says of rows. Names the first ones and counts the others. */
class Told {
  count = 0
  readonly #named: { line: number; message: string }[] = []

  add(told: { line: number; message: string }): void {
    this.count += 1
    if (this.#named.length < MOST_NAMED) this.#named.push(told)
  }

  /** In file order. */
  list(): { line: number; message: string }[] {
    const named = this.#named.toSorted((a, b) => a.line - b.line)
    const unnamed = this.count - named.length
    return unnamed > 0 ? [...named, { line: named.at(-1)!.line, message: `… and ${unnamed} more.` }] : named
  }
}

const RANK: readonly Outcome[] = ['created', 'updated', 'unchanged']
