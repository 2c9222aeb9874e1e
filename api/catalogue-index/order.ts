/** Sorts two places; never 0 for different ones. */
export type Compare = (a: number, b: number) => number

/** The places of all products in one order, and each product's rank in it. */
export class Order {
  places = new Uint32Array(0)
  #ranks = new Uint32Array(0)
  #ranked: Uint32Array | null = null

  /** By place; worked out when it is asked for. `room`: for all places. */
  ranks(room: number): Uint32Array {
    const { places } = this
    if (this.#ranked === places) return this.#ranks
    if (this.#ranks.length < room) this.#ranks = new Uint32Array(room)
    const ranks = this.#ranks
    for (let rank = 0; rank < places.length; rank += 1) ranks[places[rank]!] = rank
    this.#ranked = places
    return ranks
  }

  /** Takes some places out and puts others in, which may be the same ones after a change. `isLeaving`: by place. */
  change(isLeaving: Uint8Array | null, entering: readonly number[], compare: Compare): void {
    const staying = isLeaving ? without(this.places, isLeaving) : this.places
    const sorted = Uint32Array.from(entering).sort(compare)
    if (staying.length === 0) {
      this.places = sorted
      return
    }
    const merged = new Uint32Array(staying.length + sorted.length)
    let from = 0
    for (const [nth, place] of sorted.entries()) {
      const at = insertion(staying, from, other => compare(other, place) < 0)
      merged.set(staying.subarray(from, at), from + nth)
      merged[at + nth] = place
      from = at
    }
    merged.set(staying.subarray(from), from + sorted.length)
    this.places = merged
  }
}

/** Places in the order of a number that each has; those with the same one stay in the order they are in. */
export function sortedByKey(places: Uint32Array, keys: ArrayLike<number>): Uint32Array<ArrayBuffer> {
  const sorted = new Float64Array(places.length)
  for (let nth = 0; nth < places.length; nth += 1) sorted[nth] = keys[places[nth]!]!
  // Without a function to compare by, this is fifty times as quick.
  sorted.sort()
  const met = new Uint32Array(places.length)
  const inOrder = new Uint32Array(places.length)
  for (let nth = 0; nth < places.length; nth += 1) {
    const key = keys[places[nth]!]!
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (sorted[middle]! < key) from = middle + 1
      else to = middle
    }
    inOrder[from + met[from]!] = places[nth]!
    met[from]! += 1
  }
  return inOrder
}

function without(places: Uint32Array, isLeaving: Uint8Array): Uint32Array {
  const staying = new Uint32Array(places.length)
  let many = 0
  for (let rank = 0; rank < places.length; rank += 1) {
    const place = places[rank]!
    staying[many] = place
    many += 1 - isLeaving[place]!
  }
  return staying.subarray(0, many)
}

function insertion(places: Uint32Array, first: number, isBefore: (place: number) => boolean): number {
  let [from, to] = [first, places.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isBefore(places[middle]!)) from = middle + 1
    else to = middle
  }
  return from
}
