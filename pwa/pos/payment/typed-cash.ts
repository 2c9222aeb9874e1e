/** The cash in the box, in cedis; null if it is empty, NaN if it is not an amount. */
export function cashOf(tendered: string): number | null {
  const text = tendered.replaceAll(/[\s,]/g, '')
  if (text === '') return null
  return /^\d{1,9}(\.\d{0,2})?$/.test(text) ? Number(text) : Number.NaN
}
