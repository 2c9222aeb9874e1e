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
