/** How many typos a word of this many letters may have: one from four, two from eight. */
export const slipsIn = (letters: number) => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0)

/**
 * How many typos separate two words: a letter added, missing or wrong, or two swapped, even with a change in between.
 * With `begins`: the distance to the nearest beginning of the word.
 */
export function slipsBetween(typed: string, word: string, begins = false): number {
  const rows = [Array.from({ length: typed.length + 1 }, (_, i) => i)]
  const lastRowOf = new Map<string, number>()
  let nearest = Infinity
  for (let at = 1; at <= word.length; at += 1) {
    const row = [at]
    let same = 0
    for (let i = 1; i <= typed.length; i += 1) {
      const [swapRow, swapColumn] = [lastRowOf.get(typed[i - 1]!) ?? 0, same]
      const isSame = word[at - 1] === typed[i - 1]
      if (isSame) same = i
      const swapped =
        swapRow > 0 && swapColumn > 0
          ? rows[swapRow - 1]![swapColumn - 1]! + (at - swapRow - 1) + 1 + (i - swapColumn - 1)
          : Infinity
      row[i] = Math.min(rows[at - 1]![i]! + 1, row[i - 1]! + 1, rows[at - 1]![i - 1]! + (isSame ? 0 : 1), swapped)
    }
    lastRowOf.set(word[at - 1]!, at)
    rows.push(row)
    nearest = Math.min(nearest, row[typed.length]!)
  }
  return begins ? nearest : rows.at(-1)![typed.length]!
}

/** Which letters a word has, as bits. */
export function lettersIn(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

export function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}

/**
 * A quick test before `slipsBetween`: each typo brings at most one new letter into either word, and one more or fewer.
 * Says false only if there are more than `most`.
 */
export function mayBeNear(typed: string, { begins = false, most }: { begins?: boolean; most: number }) {
  const letters = lettersIn(typed)
  return (word: string): boolean => {
    if (word.length < typed.length - most || (!begins && word.length > typed.length + most)) return false
    const others = lettersIn(word)
    return countBits(letters & ~others) <= most && (begins || countBits(others & ~letters) <= most)
  }
}
