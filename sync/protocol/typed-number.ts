/**
 * A number as people type it, 1,149.50 too, without spaces and the commas before each three digits. A comma elsewhere
 * stays: nobody can tell whether 149,50 means cedis and pesewas or thousands, and what reads it says that it is no
 * number.
 */
export function withoutThousands(typed: string): string {
  const plain = typed.replace(/\s/g, '')
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain
}

/** The number that was typed; null where it is none. */
export function numberTyped(typed: string): number | null {
  const plain = withoutThousands(typed)
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}
