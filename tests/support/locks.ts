// Node 20 and jsdom have no Web Locks; this grants them by name in the same way.
type Work = (lock: object | null) => unknown
const tails = new Map<string, Promise<unknown>>()

const locks = {
  request(name: string, ...args: [Work] | [{ ifAvailable?: boolean }, Work]): Promise<unknown> {
    const work = args.at(-1) as Work
    const { ifAvailable = false } = args.length === 2 ? args[0] as { ifAvailable?: boolean } : {}
    if (ifAvailable && tails.has(name)) return Promise.resolve(work(null))
    const run = (tails.get(name) ?? Promise.resolve()).then(() => work({ name }))
    const release = () => void (tails.get(name) === tail && tails.delete(name))
    const tail: Promise<void> = run.then(release, release)
    tails.set(name, tail)
    return tail.then(() => run)
  },
  query: async () => ({ held: [...tails.keys()].map(name => ({ name, mode: 'exclusive', clientId: '' })), pending: [] }),
}
if (!globalThis.navigator) Object.defineProperty(globalThis, 'navigator', { value: {} })
if (!navigator.locks) Object.defineProperty(navigator, 'locks', { value: locks })
