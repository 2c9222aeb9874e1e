/** How long files took before, in ms, by their path from the root of the house. */
export type Times = Record<string, number>

/** A file of a run. */
export interface Planned {
  /** From the root of the house. */
  file: string
  project: string
}

/** How many files of a project are under way on two cores; fewer for units, whose imports are not in their time. */
const AT_ONCE: Record<string, number> = { unit: 1.3, api: 2.75, e2e: 3 }
/** What a file takes that is not known, in ms: the mean of its project. */
const USUAL_MS: Times = { unit: 1_300, api: 5_000, e2e: 60_000 }
/** Of the expected time; before that the pace says nothing. */
const FIRST_ESTIMATE = 0.04

/** How far a run is. `known`: what files took before, in ms. */
export class Progress {
  private readonly files: readonly (Planned & { ms: number })[]
  private readonly all_ms: number
  private readonly began: number
  /** When the first file started. Before it, shops and databases are set up. */
  private started: number | null = null
  private readonly ended = new Set<string>()

  constructor(files: readonly Planned[], known: Times, began = performance.now()) {
    this.files = files.map(each => {
      const took = known[each.file] ?? USUAL_MS[each.project] ?? 2_000
      return { ...each, ms: took / (AT_ONCE[each.project] ?? 1) }
    })
    this.all_ms = this.files.reduce((sum, { ms }) => sum + ms, 0)
    this.began = began
  }

  start(now = performance.now()): void {
    this.started ??= now
  }

  end(file: string): void {
    this.ended.add(file)
  }

  /**
   * `2:05  unit 200 of 200, api 31 of 252 files; about 9 min left`, without the estimate at the beginning and after the
   * last file.
   */
  line(now: number): string {
    const seconds = Math.round((now - this.began) / 1000)
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    const parts = [...new Set(this.files.map(({ project }) => project))].map(project => {
      const own = this.files.filter(each => each.project === project)
      return `${project} ${own.filter(({ file }) => this.ended.has(file)).length} of ${own.length}`
    })
    const left = this.left_ms(now)
    return `${clock}  ${parts.join(', ')} files${left === null ? '' : `; ${inWords(left)} left`}`
  }

  /** At the pace of the files so far. */
  private left_ms(now: number): number | null {
    const left_ms = this.files.reduce((sum, { file, ms }) => (this.ended.has(file) ? sum : sum + ms), 0)
    const ended_ms = this.all_ms - left_ms
    if (this.started === null || left_ms === 0 || ended_ms < this.all_ms * FIRST_ESTIMATE) return null
    return ((now - this.started) * left_ms) / ended_ms
  }
}

const inWords = (ms: number) => (ms < 60_000 ? 'less than a minute' : `about ${Math.round(ms / 60_000)} min`)
