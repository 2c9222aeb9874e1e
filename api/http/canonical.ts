/** JSON with members in order, so that two spellings of one value are one text. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined).sort(([a], [b]) => a < b ? -1 : 1)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}
