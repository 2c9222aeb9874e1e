/**
 * JSON by RFC 8785: members sorted by their UTF-16 code units, numbers and strings as ECMAScript writes them, no white
 * space. Leaves out undefined members. Equal values give the same text, so it can be hashed and signed.
 */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const members = value as Record<string, unknown>
  let text = ''
  for (const name of Object.keys(members).sort())
    if (members[name] !== undefined) text += `${text && ','}${JSON.stringify(name)}:${canonical(members[name])}`
  return `{${text}}`
}
