import type { Mistake, Option } from '#api/import-formats/row.ts'
import { calledSo } from '#api/import-formats/option-meaning.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import { maskCardNumbers } from '#sync/protocol/card-number.ts'
import type { ImportAnswers, ImportQuestions, OptionMeaning } from '#sync/protocol/staff/import.ts'

/** More names than this are not asked about, nor more values of one shown. */
const MOST_NAMES = 50
const MOST_VALUES = 5
const LONGEST = 60

type AskedOption = ImportQuestions['options'][number]
type LeftOut = ImportQuestions['left_out'][number]

/** What a file leaves open, as far as it was read, and what staff said about it. */
export class Asked {
  readonly pieces: number | null
  /** New variants that are in stock without a number. */
  uncounted = 0
  #said: ReadonlyMap<string, OptionMeaning>
  #options = new Map<string, AskedOption>()
  #leftOut = new Map<string, LeftOut>()

  constructor({ options, pieces }: ImportAnswers = NO_ANSWERS) {
    this.pieces = pieces
    this.#said = new Map(options.map(({ name, means }) => [keyOf(name), means]))
  }

  readonly meaningOf = (name: string): OptionMeaning => this.#said.get(keyOf(name)) ?? calledSo(name)

  noteOptions(options: readonly Option[], apart: readonly Option[]): void {
    for (const { name, value } of options) {
      if (name === '' || value === '' || /^title$/i.test(name)) continue
      const asked = this.#optionOf(name)
      if (!asked) continue
      asked.rows += 1
      if (apart.some(other => other.name === name)) asked.keeps_apart += 1
      const shown = short(value)
      if (asked.values.length < MOST_VALUES && !asked.values.includes(shown)) asked.values.push(shown)
    }
  }

  noteLeftOut({ leftOut }: Mistake): void {
    if (!leftOut) return
    const { type, name } = leftOut
    const known = this.#leftOut.get(type) ?? { type, rows: 0, names: [] }
    if (this.#leftOut.size < MOST_NAMES) this.#leftOut.set(type, known)
    known.rows += 1
    if (known.names.length < MOST_VALUES) known.names.push(short(name))
  }

  questions(): ImportQuestions {
    return {
      options: [...this.#options.values()],
      uncounted: { variants: this.uncounted, pieces: this.pieces },
      left_out: [...this.#leftOut.values()],
    }
  }

  #optionOf(name: string): AskedOption | undefined {
    const key = keyOf(name)
    if (!this.#options.has(key) && this.#options.size < MOST_NAMES)
      this.#options.set(key, { name: short(name), means: this.meaningOf(name), rows: 0, values: [], keeps_apart: 0 })
    return this.#options.get(key)
  }
}

export const NO_ANSWERS: ImportAnswers = { options: [], pieces: null }

const short = (text: string) => maskCardNumbers(text).slice(0, LONGEST)
