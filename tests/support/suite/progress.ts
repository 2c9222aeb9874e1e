/** How long files took before, in ms, by their path from the root of the house. */
export type Times = Record<string, number>

/** A file of a run. */
export interface Planned {
  /** From the root of the house. */
  file: string
  project: string
}

/** How far a run is. `known`: what files took before, in ms; the others count as the mean of those. */
export class Progress {
  private readonly files: readonly Planned[]
  private readonly known: Times
  private readonly began: number
  private readonly ended = new Set<string>()
  private readonly usual_ms: number
  /** Without it the estimate is the most it may be, because the longest files go first. */
  private readonly isKnown: boolean
  private expected_ms = 0

  constructor(files: readonly Planned[], known: Times, began = performance.now()) {
    this.files = files
    this.known = known
    this.began = began
    const times = files.flatMap(({ file }) => known[file] ?? [])
    this.isKnown = 2 * times.length > files.length
    this.usual_ms = times.length > 0 ? times.reduce((sum, ms) => sum + ms, 0) / times.length : 1_000
  }

  end(file: string): void {
    this.ended.add(file)
    this.expected_ms += this.msOf(file)
  }

  /**
   * `2:05  unit 200 of 200, api 31 of 252 files; about 9 min left`, without the estimate before the first file has ended
   * and after the last.
   */
  line(now: number): string {
    const seconds = Math.round((now - this.began) / 1000)
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    const parts = [...new Set(this.files.map(({ project }) => project))].map(project => {
      const own = this.files.filter(each => each.project === project)
      return `${project} ${own.filter(({ file }) => this.ended.has(file)).length} of ${own.length}`
    })
    const left = this.left_ms(now)
    return `${clock}  ${parts.join(', ')} files${left === null ? '' : `; ${inWords(left, this.isKnown)} left`}`
  }

  /** At the pace of the files so far. */
  private left_ms(now: number): number | null {
    if (this.expected_ms === 0 || this.ended.size === this.files.length) return null
    const left = this.files
      .filter(({ file }) => !this.ended.has(file))
      .reduce((sum, { file }) => sum + this.msOf(file), 0)
    return ((now - this.began) * left) / this.expected_ms
  }

  private readonly msOf = (file: string) => this.known[file] ?? this.usual_ms
}

const inWords = (ms: number, isKnown: boolean) =>
  ms < 60_000 ? 'less than a minute' : `${isKnown ? 'about' : 'at most'} ${Math.round(ms / 60_000)} min`
