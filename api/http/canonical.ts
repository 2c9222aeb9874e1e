/** JSON with members in order, so that two spellings of one value are one text. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const members = value as Record<string, unknown>
  let text = ''
  for (const name of Object.keys(members).sort())
    if (members[name] !== undefined) text += `${text && ','}${JSON.stringify(name)}:${canonical(members[name])}`
  return `{${text}}`
}
