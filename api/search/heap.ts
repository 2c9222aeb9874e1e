/** What has the highest key comes out first. */
export class Heap<Item> {
  #items: Item[] = []
  #keyOf: (item: Item) => number

  constructor(keyOf: (item: Item) => number) {
    this.#keyOf = keyOf
  }

  get first(): Item | undefined {
    return this.#items[0]
  }

  push(item: Item): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (this.#key(above) >= this.#key(at)) break
      this.#swap(at, above)
      at = above
    }
  }

  pop(): Item | undefined {
    const items = this.#items
    const [first, last] = [items[0], items.pop()]
    if (items.length === 0 || last === undefined) return first
    items[0] = last
    for (let at = 0; ;) {
      let most = at
      for (const below of [2 * at + 1, 2 * at + 2])
        if (below < items.length && this.#key(below) > this.#key(most)) most = below
      if (most === at) return first
      this.#swap(at, most)
      at = most
    }
  }

  #key(at: number): number {
    return this.#keyOf(this.#items[at]!)
  }

  #swap(a: number, b: number): void {
    const items = this.#items
    ;[items[a], items[b]] = [items[b]!, items[a]!]
  }
}
