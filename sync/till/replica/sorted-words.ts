const MOST_FRESH = 2000

export interface NearWord {
  word: string
  slips: number
}

/** A growing list of distinct words, with search by beginning and with typing errors. */
export class SortedWords {
  #sorted: string[] = []
  /** How many letters each word shares with the one before it; computed on first use. */
  #shared: Uint8Array | null = null
  #fresh: string[] = []

  /** Takes a word that is not in the list yet. New words are sorted in once enough have gathered. */
  add(word: string): void {
    this.#fresh.push(word)
    if (this.#fresh.length > Math.min(MOST_FRESH, 64 + this.#sorted.length / 8)) this.#tidy()
  }

  /** At most `most` words with this beginning. */
  startingWith(start: string, most = Infinity): string[] {
    const found = this.#fresh.filter(word => word.startsWith(start))
    for (let at = lowerBound(this.#sorted, start); at < this.#sorted.length && found.length < most; at += 1) {
      const word = this.#sorted[at]!
      if (!word.startsWith(start)) break
      found.push(word)
    }
    return found.slice(0, most)
  }

  /**
   * Words within `most` typing errors: a letter too many, missing, wrong, or two swapped. With `begins`, words with a
   * beginning that near, and the errors of the nearest beginning.
   */
  near(typed: string, most: number, begins = false): NearWord[] {
    this.#shared ??= sharedLetters(this.#sorted)
    const sought = { typed, most, begins }
    return [...walk(this.#sorted, this.#shared, sought), ...walk(this.#fresh, null, sought)]
  }

  #tidy() {
    const [left, right] = [this.#sorted, this.#fresh.sort()]
    const merged: string[] = []
    for (let l = 0, r = 0; l < left.length || r < right.length;) {
      merged.push(r >= right.length || (l < left.length && left[l]! < right[r]!) ? left[l++]! : right[r++]!)
    }
    this.#sorted = merged
    this.#shared = null
    this.#fresh = []
  }
}

interface Sought {
  typed: string
  most: number
  begins: boolean
}

/**
 * Walks sorted words like a tree: keeps the error table for the letters shared with the previous word, and skips all
 * words with a hopeless beginning.
 */
function walk(words: readonly string[], shared: Uint8Array | null, { typed, most, begins }: Sought): NearWord[] {
  const found: NearWord[] = []
  const rows: Uint8Array[] = [Uint8Array.from({ length: typed.length + 1 }, (_, i) => i)]
  let known = 0
  let hopeless = Infinity
  for (let at = 0; at < words.length; at += 1) {
    const common = shared ? shared[at]! : 0
    if (common >= hopeless) continue
    const word = words[at]!
    known = Math.min(known, common)
    hopeless = Infinity
    while (known < word.length && hopeless === Infinity) {
      known += 1
      if (fillRow(rows, known, { word, typed }) > most) hopeless = known
    }
    const slips = begins
      ? nearestBeginning(rows, known)
      : hopeless === Infinity
        ? rows[word.length]![typed.length]!
        : Infinity
    if (slips <= most) found.push({ word, slips })
    if (begins && slips <= most) hopeless = Infinity
  }
  return found
}

/** Fills the error row after `length` letters of the word; returns its smallest value. */
function fillRow(rows: Uint8Array[], length: number, { word, typed }: { word: string; typed: string }): number {
  const [before, above] = [rows[length - 2], rows[length - 1]!]
  const row = (rows[length] ??= new Uint8Array(typed.length + 1))
  const letter = word.charCodeAt(length - 1)
  const earlier = length > 1 ? word.charCodeAt(length - 2) : -1
  let least = (row[0] = length)
  for (let i = 1; i <= typed.length; i += 1) {
    const typedLetter = typed.charCodeAt(i - 1)
    let slips = Math.min(above[i]! + 1, row[i - 1]! + 1, above[i - 1]! + (letter === typedLetter ? 0 : 1))
    if (i > 1 && before && letter === typed.charCodeAt(i - 2) && earlier === typedLetter)
      slips = Math.min(slips, before[i - 2]! + 1)
    row[i] = slips
    if (slips < least) least = slips
  }
  return least
}

function nearestBeginning(rows: readonly Uint8Array[], known: number): number {
  let least = Infinity
  for (let length = 1; length <= known; length += 1) least = Math.min(least, rows[length]!.at(-1)!)
  return least
}

function sharedLetters(words: readonly string[]): Uint8Array {
  const shared = new Uint8Array(words.length)
  for (let at = 1; at < words.length; at += 1) {
    const [a, b] = [words[at - 1]!, words[at]!]
    const most = Math.min(a.length, b.length, 255)
    let common = 0
    while (common < most && a.charCodeAt(common) === b.charCodeAt(common)) common += 1
    shared[at] = common
  }
  return shared
}

function lowerBound(words: readonly string[], word: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}
