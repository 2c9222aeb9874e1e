import type { Slip } from '#pwa/shifts/shift-slip.ts'

/** A line of a report that differs from the one before; what is only in one of them is '–' in the other. */
export interface ChangedLine {
  label: string
  was: string
  became: string
}

const ABSENT = '–'

/** The lines that differ between two reports of one shift. */
export function changedLines(before: Slip, after: Slip): ChangedLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap(label => {
    const [was, became] = [old.get(label) ?? ABSENT, now.get(label) ?? ABSENT]
    return was === became ? [] : [{ label, was, became }]
  })
}

/** Each tender has lines with the same labels: its name goes before them. */
function linesOf({ parts }: Slip): Map<string, string> {
  const lines = new Map<string, string>()
  for (const part of parts) {
    const [tender] = /^.*(?=: )/.exec(part[0]!.label) ?? []
    for (const { label, value } of part)
      lines.set(tender && !label.startsWith(tender) ? `${tender}: ${label.toLowerCase()}` : label, value)
  }
  return lines
}
