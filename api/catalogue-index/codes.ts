/** Small numbers for codes, in the order in which they were met. */
export class Codes {
  readonly all: string[] = []
  #numbers = new Map<string, number>()

  constructor(all: readonly string[] = []) {
    for (const code of all) this.numberOf(code)
  }

  numberOf(code: string): number {
    const known = this.#numbers.get(code)
    if (known !== undefined) return known
    this.#numbers.set(code, this.all.length)
    return this.all.push(code) - 1
  }

  find(code: string): number | undefined {
    return this.#numbers.get(code)
  }
}
