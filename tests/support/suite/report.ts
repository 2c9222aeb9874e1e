import { countOf, type FileOutcome, type Settled } from './outcome.ts'

export interface Run {
  /** What was run, as git names it. */
  commit: string
  ended_at: Date
  minutes: number
  /** Its cores, its memory and how slow it was. */
  machine: string
  files: readonly FileOutcome[]
  settled: Settled
}

const SLOWEST = 10

/** What a run of everything showed, as tests/REPORT.md keeps it. */
export function reportOf({ commit, ended_at, minutes, machine, files, settled }: Run): string {
  const { passed, failed, passedAlone } = settled
  const figures = {
    commit,
    date: ended_at.toISOString().slice(0, 10),
    passed,
    late: `${countOf(files, 'late')}, of which ${passedAlone.late.length} passed alone`,
    failed: failed.length,
    minutes: Math.round(minutes),
    machine,
  }
  const some = (heading: string, lines: readonly string[]) =>
    lines.length > 0 ? [`## ${heading}`, '', ...lines.map(line => `- ${line}`), ''] : []
  return [
    '# The last run of everything',
    '',
    '`npm run test:all` writes this file.',
    '',
    '| | |',
    '|---|---|',
    ...Object.entries(figures).map(([what, value]) => `| ${what} | ${value} |`),
    '',
    ...some('Late, passed alone', passedAlone.late),
    ...some('Wrong, passed alone', passedAlone.wrong),
    ...some('Failed', failed),
    '## The ten slowest files',
    '',
    '| file | s |',
    '|---|---|',
    ...slowestOf(files).map(({ file, ms }) => `| \`${file}\` | ${(ms / 1000).toFixed(1)} |`),
    '',
  ].join('\n')
}

/** The files that took longest, longest first. */
export function slowestOf(files: readonly FileOutcome[]): FileOutcome[] {
  const known = files.filter(({ file }) => file !== '')
  return known.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
}
