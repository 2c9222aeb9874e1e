/** The first of so many, in order, that does not come before. */
export function lowerBoundBy(many: number, isBefore: (nth: number) => boolean): number {
  let [from, to] = [0, many]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isBefore(middle)) from = middle + 1
    else to = middle
  }
  return from
}
