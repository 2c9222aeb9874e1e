import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import { Claims } from '#api/import/claims.ts'
import type { Mistake } from '#api/import-formats/row.ts'

export type Outcome = 'created' | 'updated' | 'unchanged'

/** How many mistakes a report names; the rest is counted. */
const MOST_MISTAKES = 5_000

/**
 * What one import has to remember of the rows behind it: which products, choices and SKUs it met, and how it went. The
 * summary counts products. A product of which something could not go in counts among `failed`, and, where other rows of
 * it did go in, also under what these did: `failed` is 0 exactly when the file went in whole.
 */
export class Memory {
  rows = 0
  #products = new Map<string, { line: number; outcome: Outcome | null; failed: boolean; options: readonly string[] }>()
  #claims = new Claims()
  #leftOut = new Set<string>()
  #strays = 0
  #mistakes: { line: number; message: string }[] = []
  #unnamed = 0
  #fresh: Mistake[] = []

  /**
   * Meets a product; false where rows of it came before. `options` are the names of its options, for rows that leave
   * them out.
   */
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

  /** A product that stays as it is in the shop, whatever other rows say of it. */
  leaveOut(slug: string): void {
    this.#leftOut.add(slug)
  }

  isLeftOut = (slug: string) => this.#leftOut.has(slug)

  firstLineOf = (slug: string) => this.#products.get(slug)!.line

  /** The line that first claimed something which may be in a file once; this line where it is the first. */
  claim = (what: string, line: number): number => this.#claims.claim(what, line)

  fail({ line, message, slug }: Mistake): void {
    const product = slug === null ? undefined : this.#products.get(slug)
    if (product) product.failed = true
    else this.#strays += 1
    this.#fresh.push({ line, message, slug })
    if (this.#mistakes.length < MOST_MISTAKES) this.#mistakes.push({ line, message })
    else this.#unnamed += 1
  }

  /** How many mistakes there are since they were last taken. */
  get fresh(): number {
    return this.#fresh.length
  }

  /** The mistakes since this was last asked for. */
  takeFresh(): Mistake[] {
    return this.#fresh.splice(0)
  }

  settle(slug: string, outcome: Outcome): void {
    const product = this.#products.get(slug)!
    product.outcome = RANK.find(rank => rank === outcome || rank === product.outcome)!
  }

  report(): ImportReport {
    const products = [...this.#products.values()]
    const count = (outcome: Outcome) => products.filter(product => product.outcome === outcome).length
    const errors = [...this.#mistakes].sort((a, b) => a.line - b.line)
    if (this.#unnamed > 0) errors.push({ line: errors.at(-1)!.line, message: `… and ${this.#unnamed} more.` })
    return {
      summary: {
        created: count('created'),
        updated: count('updated'),
        unchanged: count('unchanged'),
        failed: products.filter(({ failed }) => failed).length + this.#strays,
      },
      errors,
    }
  }
}

const RANK: readonly Outcome[] = ['created', 'updated', 'unchanged']
