export interface Sold {
  pesewas: number
  units: number
  /** Sold with a build that did not sign. */
  unsigned: boolean
}

/** A till of the campaign, wherever it runs. */
export interface SellingTill {
  /** Each finished sale by its id. */
  readonly sold: ReadonlyMap<string, Sold>
  /** How many of them were rung up before the current build came. */
  readonly unsigned: number
  /** How often somebody had to set it up. */
  readonly setUps: number
  setUp: () => Promise<void>
  sell: (goods: readonly number[], random: () => number) => Promise<void>
  /** Sends, and does the chores. */
  turn: () => Promise<void>
  waiting: () => Promise<number>
  /** Asks the server until it needs nothing again in its current generation. */
  settle: (generation: string) => Promise<void>
}

/** Work at a till between two pushes. */
export function chores() {
  const waiting: (() => Promise<void>)[] = []
  return {
    /** Resolves once it is done. */
    between: (chore: () => Promise<void>): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push(() => chore().then(resolve, reject))
      }),
    async doAll(): Promise<void> {
      for (let chore; (chore = waiting.shift());) await chore()
    },
  }
}
export type Chores = ReturnType<typeof chores>
