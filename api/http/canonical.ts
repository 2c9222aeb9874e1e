/** JSON with members in order, so that two spellings of one value are one text. */
export const canonical = (value: unknown): string => JSON.stringify(value ?? null, inOrder)

const inOrder = (_: string, value: unknown) => value !== null && typeof value === 'object' && !Array.isArray(value)
  ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1))
  : value
