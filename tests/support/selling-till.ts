export interface Sold {
  pesewas: number
  units: number
  /** By a build that signed nothing. */
  unsigned: boolean
}

/** A till as the campaign knows it, wherever it runs. */
export interface SellingTill {
  /** Each finished sale by its id. */
  readonly sold: ReadonlyMap<string, Sold>
  /** How many of them were rung up before the present build came. */
  readonly unsigned: number
  /** How often somebody had to set it up. */
  readonly setUps: number
  setUp: () => Promise<void>
  sell: (goods: readonly number[], random: () => number) => Promise<void>
  /** Sends, and does the chores. */
  turn: () => Promise<void>
  waiting: () => Promise<number>
  /** Asks the server until it wants nothing again in this life of its own. */
  settle: (generation: string) => Promise<void>
}

/** What is to be done at a till between two sendings. */
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
