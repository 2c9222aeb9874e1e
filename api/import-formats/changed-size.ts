const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** What to say of a size that looks like a date: spreadsheets make 12-Oct of 10-12. Null for any other. */
export function changedSize(name: string): string | null {
  for (const size of name.split(/ \/ |: /)) {
    const [, day, month] = /^(\d{1,2})[- ]([a-z]{3})$/i.exec(size) ?? []
    const at = MONTHS.indexOf((month ?? /^([a-z]{3})-\d\d$/i.exec(size)?.[1] ?? '').toLowerCase())
    if (at !== -1)
      return `The size "${size}" looks like a date. A spreadsheet may have made it of ${at + 1}-${day ?? size.slice(-2)}.`
  }
  return null
}
