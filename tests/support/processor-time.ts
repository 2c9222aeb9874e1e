const TRIES = 8

/**
 * The CPU time of some work in ms: the least of several tries if it exceeds `enough`, because garbage collection counts
 * as well.
 */
export async function msOf(work: () => unknown, enough = Infinity): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < TRIES && (tries === 0 || least > enough); tries++) {
    const began = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(began)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
