/**
 * A number as people type it, such as 1,149.50, without spaces and thousands commas. Other commas stay: 149,50 could
 * mean cedis and pesewas or thousands, so the number is then invalid.
 */
export function withoutThousands(typed: string): string {
  const plain = typed.replace(/\s/g, '')
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain
}

/** The number that was typed; null if it is not a number. */
export function numberTyped(typed: string): number | null {
  const plain = withoutThousands(typed)
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}
